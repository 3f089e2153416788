import { z } from 'zod';
import { compactClearingCode, isClearingCode } from './countries';
import { currencies } from './currencies';
import { compactIban, ibanLengths, isIban } from './iban';
import { countryCode, payeeAddress } from './postal-address';
import { moment } from './time';
import { optional, optionalText, plainText, rule, text } from './validation';

/** How many verifications and searches a person has in an hour (the bank and the world, section 3). */
export const payeeVerificationsPerHour = 20;
export const payeeSearchesPerHour = 30;

/** A typed IBAN, made compact. */
export const typedIban = text(60).transform(compactIban).refine(isIban, rule('IBAN'));

/** The results of a verification of payee (EPC218-23). */
export const payeeResults = ['match', 'close_match', 'no_match', 'not_possible'] as const;
export type PayeeResult = (typeof payeeResults)[number];

export const verifyPayeeRequest = z.object({ name: text(140), account: typedIban });
export type VerifyPayeeRequest = z.infer<typeof verifyPayeeRequest>;

/**
 * `name` is the holder's, for a close match only: an account must not reveal its holder to who cannot name them. `own_account`
 * is true for an account of the caller, whatever name was typed.
 */
export const payeeVerified = z
  .object({
    result: z.enum(payeeResults),
    name: z.string().optional(),
    own_account: z.literal(true).optional(),
  })
  .meta({ id: 'PayeeVerified' });
export type PayeeVerified = z.infer<typeof payeeVerified>;

/** `to` is an @username, an e-mail, a telephone number, an IBAN or a client number. */
export const resolvePayeeRequest = z.object({ to: plainText(254) });
export type ResolvePayeeRequest = z.infer<typeof resolvePayeeRequest>;

/**
 * A customer of the bank, by first name and initial, or an account elsewhere with its bank, where that is known. `unverified` is
 * of a customer who never proved that the e-mail or telephone they were found by is theirs; absent from older servers.
 */
export const payeeResolved = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('customer'),
      recipient_id: z.int(),
      name: z.string(),
      unverified: z.literal(true).optional(),
    }),
    z.object({ kind: z.literal('outside'), account: z.string(), bank: z.string().nullable() }),
  ])
  .meta({ id: 'PayeeResolved' });
export type PayeeResolved = z.infer<typeof payeeResolved>;

/** How many of those whom a customer has sent money to are offered first. */
export const recentPayees = 5;

/** The payees to whom a customer has sent money, newest first. */
export const recentPayeeList = z
  .object({
    payees: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('customer'), recipient_id: z.int(), name: z.string() }),
        z.object({ kind: z.literal('outside'), account: z.string(), name: z.string() }),
      ]),
    ),
  })
  .meta({ id: 'RecentPayeeList' });
export type RecentPayeeList = z.infer<typeof recentPayeeList>;
export type RecentPayee = RecentPayeeList['payees'][number];

/** A business identifier code (ISO 9362), of eight or eleven characters. */
const bic = plainText(11)
  .toUpperCase()
  .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, rule('BIC'));

/** An account of a country without IBANs. */
export const accountWithoutIban = z.object({
  bic,
  account_number: text(34)
    .transform(compactIban)
    .refine((number) => /^[A-Z0-9-]+$/.test(number), rule('NOT_VALID')),
  country: countryCode.refine((country) => !ibanLengths.has(country), rule('COUNTRY_HAS_IBAN')),
});

function withAccount(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || 'account' in body || !('account_number' in body))
    return body;
  const { bic: bank, account_number, country, ...others } = body as Record<string, unknown>;
  return { ...others, account: { bic: bank, account_number, country } };
}

function wrongAccount(input: unknown): string {
  if (input === undefined) return rule('REQUIRED');
  if (typeof input === 'string') return rule('IBAN');
  return typeof input === 'object' && input !== null ? rule('NOT_VALID') : rule('WRONG_TYPE');
}

/** The fields of an entry of the address book, before the check of its clearing code. */
export const beneficiaryFields = z.object({
  name: text(140),
  account: z.union([typedIban, accountWithoutIban], {
    error: ({ input }) => wrongAccount(input),
  }),
  currency: optional(z.enum(currencies)),
  label: optionalText(60),
  /** Of the bank's branch, where the country has a clearing system (countries.ts) and no IBANs. */
  clearing_code: optional(text(20).transform(compactClearingCode)),
  address: optional(payeeAddress),
});

/**
 * An entry of the address book. Adding one needs an approval, which makes it trusted. The parts of an account without an
 * IBAN are `account`, or beside the name.
 */
export const addBeneficiaryRequest = z.preprocess(
  withAccount,
  beneficiaryFields.refine(
    ({ account, clearing_code: code }) =>
      code === undefined || (typeof account !== 'string' && isClearingCode(account.country, code)),
    { path: ['clearing_code'], message: rule('CLEARING_CODE') },
  ),
);
export type AddBeneficiaryRequest = z.infer<typeof addBeneficiaryRequest>;

/** The customer's own note of an entry; without one it has none. Name and account stay, since they were approved. */
export const changeBeneficiaryRequest = beneficiaryFields.pick({ label: true });
export type ChangeBeneficiaryRequest = z.infer<typeof changeBeneficiaryRequest>;

/** `account` is the IBAN, or the account number where `bic` is given. */
export const beneficiary = z
  .object({
    id: z.int(),
    name: z.string(),
    account: z.string(),
    bic: z.string().nullable(),
    country: z.string(),
    currency: z.string(),
    label: z.string().nullable(),
    clearing_code: z.string().nullable(),
    address: payeeAddress.nullable(),
    /** Payments to it need no approval of their own. */
    trusted: z.boolean(),
    last_used_at: moment.nullable(),
    created_at: moment,
  })
  .meta({ id: 'Beneficiary' });
export type Beneficiary = z.infer<typeof beneficiary>;

/** The most recently used first. */
export const beneficiaryList = z
  .object({ beneficiaries: z.array(beneficiary) })
  .meta({ id: 'BeneficiaryList' });
export type BeneficiaryList = z.infer<typeof beneficiaryList>;

/** Entries of one address book. */
export const beneficiariesMaximum = 200;
