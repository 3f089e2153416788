import type { ErrorCode } from './errors';
import type { Language } from './language';
import en from './locales/next-steps.en.json';
import fr from './locales/next-steps.fr.json';
import { type NextStep, type NextStepBody, nextSteps } from './next-step';

/**
 * The error codes that stop a customer, or a member of staff whose roles exclude each other, from doing something that others
 * may do, each with what to do about it. The others are faults of a form or a session, or meant for staff and partners
 * (`notBlocking`); every code is one or the other.
 */
export const blockingCodes = {
  ACCOUNT_MISSING: 'see_account',
  ACCOUNT_NEEDED: 'contact',
  ACCOUNT_NOT_EMPTY: 'see_account',
  ADDRESS_LIMIT_REACHED: 'wait',
  AMOUNT_OUT_OF_RANGE: 'change_amount',
  BENEFICIARY_IN_USE: 'see_orders',
  BLOCKED_BY_RULE: 'contact',
  APPEAL_EXISTS: 'see_claims',
  APPEAL_NOT_POSSIBLE: 'contact',
  APPEAL_PERIOD_OVER: 'contact',
  CARD_BLOCKED: 'see_card',
  CARD_BLOCKED_BY_BANK: 'contact',
  CARD_DECLINED: 'other_card',
  CARD_INACTIVE: 'see_card',
  CARD_LIMIT_TOO_HIGH: 'change_amount',
  CARD_NOT_SHIPPED: 'wait',
  CASE_DECIDED: 'see_claims',
  CASE_LIMIT: 'see_claims',
  CASE_MESSAGES: 'see_claims',
  CLOSING_BLOCKED: 'contact',
  CONVERSATION_ENDED: 'contact',
  COUNTRY_NOT_SERVED: 'change_payee',
  DATA_EXPORT_LIMIT: 'wait',
  DIRECT_DEBIT_DECIDED: 'see_debits',
  DIRECT_DEBIT_NOT_REFUNDABLE: 'see_debits',
  DISPUTE_EXISTS: 'see_claims',
  DISPUTE_NOT_POSSIBLE: 'contact',
  DISPUTE_PERIOD_OVER: 'contact',
  HELD_FOR_REVIEW: 'contact',
  INSUFFICIENT_FUNDS: 'add_funds',
  KYC_ALREADY_APPROVED: 'contact',
  LIMIT_OF_LEVEL: 'verify_identity',
  LIST_FULL: 'make_room',
  MANDATE_BLOCKED: 'see_debits',
  NOT_CONFIGURED: 'contact',
  PAYEE_LIMIT_REACHED: 'wait',
  PAYMENT_NOT_CANCELLABLE: 'see_payment',
  RATE_MISSING: 'wait',
  RATE_STALE: 'wait',
  RECIPIENT_IN_THIS_BANK: 'change_payee',
  REFUND_PERIOD_OVER: 'contact',
  ROLES_NOT_TOGETHER: 'ask_owner',
  SECOND_FACTOR_REQUIRED: 'secure_account',
  TOO_MANY_ATTEMPTS: 'wait',
  TOO_MANY_REQUESTS: 'wait',
  TRANSFER_LIMIT_EXCEEDED: 'change_amount',
  TRANSFER_TO_SELF: 'change_payee',
  UNAVAILABLE: 'wait',
  WITHDRAWAL_LIMIT_EXCEEDED: 'change_amount',
} as const satisfies Partial<Record<ErrorCode, NextStep>>;
export type BlockingCode = keyof typeof blockingCodes;

type Texts = Record<`step.${NextStep}`, string> & Record<`reason.${BlockingCode}`, string>;
const texts: Record<Language, Texts> = { fr, en };

const isBlocking = (code: string): code is BlockingCode => Object.hasOwn(blockingCodes, code);

/** Why a call was refused, and what the customer can do; undefined for a code that does not block. */
export function refusalOf(
  code: string,
  language: Language,
): { reason: string; next_step: NextStepBody } | undefined {
  if (!isBlocking(code)) return undefined;
  const step = blockingCodes[code];
  const words = texts[language];
  return {
    reason: words[`reason.${code}`],
    next_step: { action: step, text: words[`step.${step}`], path: nextSteps[step] },
  };
}
