import type { ApprovalDemand } from '../../platform/http/approval';

/** The facts about a payment that the exemptions of Delegated Regulation (EU) 2018/389 need. */
export interface PaymentFacts {
  currency: string;
  /** Minor units. */
  amount: bigint;
  /** The payee is in the payer's address book, to which an approval added them. */
  isTrusted: boolean;
  /** It begins or changes a series of payments. */
  isSeries: boolean;
}

interface Exemption {
  name: 'trusted_beneficiary' | 'low_value';
  article: number;
  covers: (facts: PaymentFacts) => boolean;
  /** The limit of all payments that it covers since the last approval, in euro cents; without it, none. */
  together?: bigint;
}

/** Euro cents. */
const lowValue = 30_00n;

/**
 * The payments that need no approval. Of a series (article 14) the first order and each change need one, also to a trusted
 * payee; its later runs are no calls of the person's and never reach this. Amounts in other currencies are never low: the
 * article states euros, and a rate must not decide.
 */
export const exemptions: Exemption[] = [
  {
    name: 'trusted_beneficiary',
    article: 13,
    covers: ({ isTrusted, isSeries }) => isTrusted && !isSeries,
  },
  {
    name: 'low_value',
    article: 16,
    covers: ({ currency, amount, isSeries }) => currency === 'EUR' && amount <= lowValue && !isSeries,
    together: 100_00n,
  },
];

/** The exemption that covers a payment, the one without a limit first. */
export const exemptionOf = (facts: PaymentFacts): Exemption | undefined =>
  exemptions.find(({ covers }) => covers(facts));

/** The limit for all low-value payments since the last approval, in euro cents. */
export const lowValueTogether = exemptions.find(({ name }) => name === 'low_value')?.together ?? 0n;

/** The approval that a payment needs; undefined where an exemption without a limit covers it. */
export function demandOf(
  facts: PaymentFacts,
  summary: ApprovalDemand['summary'],
): ApprovalDemand | undefined {
  const exemption = exemptionOf(facts);
  if (!exemption) return { summary };
  return exemption.together === undefined ? undefined : { summary, lowValue: facts.amount };
}
