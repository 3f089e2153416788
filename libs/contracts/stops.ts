import type { AppealSubject } from './case-topics';
import { dayMs } from './days';
import { debitReason } from './debit-reasons';
import type { Language } from './language';
import stepsEn from './locales/next-steps.en.json';
import stepsFr from './locales/next-steps.fr.json';
import en from './locales/stops.en.json';
import fr from './locales/stops.fr.json';
import { type NextStep, nextSteps, type Stop, type StopState } from './next-step';
import { refusalOf } from './next-steps';
import { railReason, recalledCode } from './rail-reasons';

interface StopRule {
  state: StopState;
  step: NextStep;
  /** Null for what the customer lifts alone. */
  appeal: AppealSubject | null;
}

/**
 * Everything of a customer's that can stand refused, held or blocked without a call being answered by an error: each answer
 * that shows one carries its `Stop`.
 */
export const stopRules = {
  payment_checked: { state: 'held', step: 'await_answer', appeal: 'payment' },
  payment_rejected: { state: 'refused', step: 'appeal', appeal: 'payment' },
  payment_rejected_because: { state: 'refused', step: 'appeal', appeal: 'payment' },
  payment_expired: { state: 'refused', step: 'appeal', appeal: 'payment' },
  payment_not_sent: { state: 'refused', step: 'appeal', appeal: 'payment' },
  payment_sent_back: { state: 'refused', step: 'change_payee', appeal: 'payment' },
  payment_returned: { state: 'refused', step: 'change_payee', appeal: 'payment' },
  payment_back_waits: { state: 'refused', step: 'see_account', appeal: 'payment' },
  transfer_refused: { state: 'refused', step: 'change_amount', appeal: 'transfer' },
  debit_held: { state: 'held', step: 'see_debits', appeal: null },
  debit_refused: { state: 'refused', step: 'appeal', appeal: 'direct_debit' },
  debit_uncovered: { state: 'refused', step: 'add_funds', appeal: 'direct_debit' },
  debit_of_level: { state: 'refused', step: 'verify_identity', appeal: 'direct_debit' },
  debit_unwanted: { state: 'refused', step: 'see_debits', appeal: null },
  mandate_blocked: { state: 'blocked', step: 'see_debits', appeal: null },
  order_retried: { state: 'held', step: 'wait', appeal: 'standing_order' },
  order_skipped: { state: 'refused', step: 'change_payee', appeal: 'standing_order' },
  card_blocked: { state: 'blocked', step: 'see_card', appeal: null },
  card_blocked_by_bank: { state: 'blocked', step: 'appeal', appeal: 'card' },
  card_lost: { state: 'blocked', step: 'other_card', appeal: null },
  card_expired: { state: 'blocked', step: 'other_card', appeal: null },
  card_pin: { state: 'blocked', step: 'see_card', appeal: null },
  card_payment_declined: { state: 'refused', step: 'see_card', appeal: 'card_payment' },
  identity_missing: { state: 'blocked', step: 'verify_identity', appeal: null },
  identity_checked: { state: 'held', step: 'await_answer', appeal: 'identity' },
  identity_rejected: { state: 'refused', step: 'verify_identity', appeal: 'identity' },
  identity_rejected_because: { state: 'refused', step: 'verify_identity', appeal: 'identity' },
  account_limited: { state: 'blocked', step: 'verify_identity', appeal: 'account' },
  account_limits: { state: 'blocked', step: 'change_amount', appeal: 'account' },
} as const satisfies Record<string, StopRule>;
export type StopName = keyof typeof stopRules;

/** `order_inactive` and `order_payee` have no error code of their own that stops customers. */
const texts: Record<Language, Record<StopName | 'order_inactive' | 'order_payee', string>> = { fr, en };
const steps: Record<Language, Record<`step.${NextStep}`, string>> = { fr: stepsFr, en: stepsEn };

/** How long what was refused can be appealed, in days. */
export const appealDays = 90;

interface StopFacts {
  /** Of what is stopped; an account has none. */
  id?: number;
  /** The words in the place of `{because}`, such as those of the person who refused it. */
  because?: string;
  /** In the place of the rule's own step. */
  step?: NextStep | undefined;
  until?: string | null;
}

/** The page where something is explained and appealed. */
export const appealPage = (about: AppealSubject, id?: number): string =>
  `/disputes/why?about=${about}${id === undefined ? '' : `&id=${id}`}`;

/** The restriction of a customer, in a language's words. */
export function stopOf(name: StopName, language: Language, facts: StopFacts = {}): Stop {
  const { state, step: usual, appeal }: StopRule = stopRules[name];
  const step = facts.step ?? usual;
  const page = appeal && appealPage(appeal, facts.id);
  return {
    state,
    reason: texts[language][name].replace('{because}', () => facts.because ?? ''),
    next_step: {
      action: step,
      text: steps[language][`step.${step}`],
      path: step === 'appeal' ? page : nextSteps[step],
    },
    until: facts.until ?? null,
    appeal: page,
  };
}

/** The last moment at which a refusal of a moment can be appealed. */
export const appealableUntil = (refusedAt: string): string =>
  new Date(Date.parse(refusedAt) + appealDays * dayMs).toISOString();

interface StoppedPayment {
  id: number;
  stage: string;
  processed_at: string | null;
  reason: string | null;
  reason_code: string | null;
  /** The outcome of its payer's recall; null without one. */
  recall: string | null;
  /** Whether its money came back to a closed account, and still waits at the bank. */
  isSuspended?: boolean;
}

/** The reason that is stored with a payment whose hold ran out before it was decided. */
export const expiredReason = 'Expiré sans validation';
/** The same of one that was decided, but could not leave while its payer was deactivated. */
export const notSentReason = 'Expiré sans être parti';

/** The other bank was not reached, or not in time: the same payment may succeed later. */
const passingCodes = ['AB05', 'AB06', 'CNOR', 'NOOR', 'TM01'];

/**
 * Why a payment waits or came to nothing; null for one on its way, and for one that its payer took back.
 * @param heldUntil when its hold ends
 */
export function paymentStop(
  { id, stage, processed_at: at, reason, reason_code: code, recall, isSuspended }: StoppedPayment,
  language: Language,
  heldUntil: string | null,
): Stop | null {
  if (stage === 'awaiting_approval') return stopOf('payment_checked', language, { id, until: heldUntil });
  if (stage !== 'rejected' && stage !== 'returned') return null;
  const facts = { id, until: at && appealableUntil(at) };
  if (code !== null && isSuspended)
    return stopOf('payment_back_waits', language, { ...facts, because: railReason(code, language) });
  if (code === recalledCode && recall !== null) return null;
  if (code !== null) {
    const name = stage === 'returned' ? 'payment_returned' : 'payment_sent_back';
    const step = passingCodes.includes(code) ? ('wait' as const) : undefined;
    return stopOf(name, language, { ...facts, because: railReason(code, language), step });
  }
  if (reason === expiredReason) return stopOf('payment_expired', language, facts);
  if (reason === notSentReason) return stopOf('payment_not_sent', language, facts);
  if (reason === null) return stopOf('payment_rejected', language, facts);
  return stopOf('payment_rejected_because', language, { ...facts, because: reason });
}

interface StoppedDebit {
  id: number;
  status: string;
  reason_code: string | null;
  held_until: string | null;
  /** When it last changed. */
  changed_at: string;
}

/** By the reason code of a collection (`bff/src/money/direct-debits/collection-rules.ts`). */
const debitStops: Record<string, StopName> = {
  AM04: 'debit_uncovered',
  AG01: 'debit_of_level',
  SL01: 'debit_unwanted',
};
/** The customer refused it, or asked for it back. */
const ownDebitCodes = ['MS02', 'MD06'];

/** Why a collection waits or came to nothing; null for one that is to come, was debited, or that the customer refused. */
export function debitStop(
  { id, status, reason_code: code, held_until: until, changed_at: at }: StoppedDebit,
  language: Language,
): Stop | null {
  if (status === 'held') return stopOf('debit_held', language, { until });
  if (status !== 'refused' && status !== 'returned') return null;
  if (code === null || ownDebitCodes.includes(code)) return null;
  const facts = { id, because: debitReason(code, language), until: appealableUntil(at) };
  return stopOf(debitStops[code] ?? 'debit_refused', language, facts);
}

/** Why a creditor cannot collect; null for one that can. */
export const mandateStop = (status: string, language: Language): Stop | null =>
  status === 'blocked' ? stopOf('mandate_blocked', language) : null;

interface StoppedRun {
  status: string;
  /** An error code. */
  reason: string | null;
  /** Of the first attempt. */
  created_at: string;
}

/** Why an occurrence of a standing order did not leave, or waits for another attempt; null for one that left. */
export function orderStop(
  orderId: number,
  { status, reason, created_at: at }: StoppedRun,
  language: Language,
): Stop | null {
  if (status === 'completed') return null;
  const known = refusalOf(reason ?? '', language);
  const isInactive = reason === 'USER_INACTIVE';
  const facts = {
    id: orderId,
    because: known?.reason ?? texts[language][isInactive ? 'order_inactive' : 'order_payee'],
    step: isInactive ? ('contact' as const) : known?.next_step.action,
  };
  if (status === 'retrying') return stopOf('order_retried', language, facts);
  return stopOf('order_skipped', language, { ...facts, until: appealableUntil(at) });
}

interface StoppedCard {
  id: number;
  status: string;
  state: string;
  blocked_by_bank: boolean;
  pin_blocked: boolean;
}

/** Why a card does not pay; null for one that does, or is on its way. */
export function cardStop(card: StoppedCard, language: Language): Stop | null {
  const { id, state, blocked_by_bank: isByBank, pin_blocked: isPinBlocked } = card;
  if (state === 'lost') return stopOf('card_lost', language, { id });
  if (state === 'expired') return stopOf('card_expired', language, { id });
  if (state === 'blocked')
    return stopOf(isByBank ? 'card_blocked_by_bank' : 'card_blocked', language, { id });
  return isPinBlocked ? stopOf('card_pin', language, { id }) : null;
}

/** Why a use of a card was declined; null for one that was not. */
export function purchaseStop(
  { id, state, reason, reason_text: because, created_at: at }: DeclinedPurchase,
  language: Language,
): Stop | null {
  if (state !== 'declined') return null;
  // The page of the card helps nobody whose card or account the bank has stopped.
  const step = reason === 'account' ? ('contact' as const) : undefined;
  const facts = { id, because: because ?? '', until: appealableUntil(at), step };
  return stopOf('card_payment_declined', language, facts);
}

interface DeclinedPurchase {
  id: number;
  state: string;
  reason?: string | null;
  reason_text: string | null;
  created_at: string;
}

/** Why an identity is not approved; null for one that is. */
export function identityStop(
  { status, reason, submitted_at: sentAt, reviewed_at: at }: StoppedIdentity,
  language: Language,
): Stop | null {
  if (status === 'approved') return null;
  if (status === 'pending')
    return stopOf(sentAt === null ? 'identity_missing' : 'identity_checked', language);
  const facts = { until: at && appealableUntil(at) };
  return reason === null
    ? stopOf('identity_rejected', language, facts)
    : stopOf('identity_rejected_because', language, { ...facts, because: reason });
}

interface StoppedIdentity {
  status: string;
  reason: string | null;
  submitted_at: string | null;
  reviewed_at: string | null;
}
