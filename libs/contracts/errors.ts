import { z } from 'zod';
import { askedApproval } from './call-approvals';
import type { Language } from './language';
import { levelRefusal } from './levels';
import en from './locales/errors.en.json';
import fr from './locales/errors.fr.json';

/**
 * Every error code of the server with its HTTP status (wire contract, section 2). A code without a status, or without a
 * text in either language, does not compile.
 */
export const errorStatus = {
  MALFORMED_REQUEST: 400,
  INVALID_QUERY: 400,
  MALFORMED_MESSAGE: 400,
  UNAUTHENTICATED: 401,
  SIGNATURE_REFUSED: 401,
  SESSION_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  INVALID_CODE: 401,
  MFA_EXPIRED: 401,
  DEPLOY_TOKEN_EXPIRED: 401,
  FORBIDDEN: 403,
  FRAME_TOKEN_INVALID: 403,
  APPROVAL_INVALID: 403,
  APPROVAL_REQUIRED: 403,
  APPROVER_INVOLVED: 403,
  APPROVER_TOO_NEW: 403,
  OWN_PAYMENT: 403,
  OWN_USER_CHANGE: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  PROOF_REQUIRED: 403,
  SECOND_APPROVER_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SITE_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  PARTNER_UNKNOWN: 404,
  RECIPIENT_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  APPROVAL_NOT_PENDING: 409,
  APPROVAL_OVER: 409,
  APPROVAL_OUTDATED: 409,
  EMAIL_TAKEN: 409,
  USERNAME_TAKEN: 409,
  ACCOUNT_EXISTS: 409,
  QUOTE_USED: 409,
  ACCOUNT_NEEDED: 409,
  ACCOUNT_NOT_EMPTY: 409,
  BENEFICIARY_IN_USE: 409,
  BENEFICIARY_KNOWN: 409,
  LIST_FULL: 409,
  LAST_ADMINISTRATOR: 409,
  OWN_USER: 409,
  KYC_ALREADY_APPROVED: 409,
  KYC_EMAIL_UNVERIFIED: 409,
  KYC_NOT_PENDING: 409,
  PASSKEY_KNOWN: 409,
  TWO_FACTOR_ALREADY_ENABLED: 409,
  TWO_FACTOR_NOT_ENABLED: 409,
  CARD_BLOCKED: 409,
  DIRECT_DEBIT_DECIDED: 409,
  DIRECT_DEBIT_NOT_REFUNDABLE: 409,
  MANDATE_BLOCKED: 409,
  CARD_INACTIVE: 409,
  CHALLENGE_OVER: 409,
  CARD_NOT_SHIPPED: 409,
  ALREADY_REVERSED: 409,
  PARTNER_KEY_LIMIT: 409,
  NO_CANARY: 409,
  NOTHING_BEFORE: 409,
  RELEASE_LIVE: 409,
  RELEASE_REMOVED: 409,
  RELEASE_ROLLED_BACK: 409,
  MESSAGE_ID_REUSED: 409,
  CREDIT_FILE_KNOWN: 409,
  CREDIT_FILE_NOT_WAITING: 409,
  PAYMENT_NOT_CANCELLABLE: 409,
  PAYMENT_NOT_PENDING: 409,
  SECRET_SHOWN_ONCE: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PUSH_ENDPOINT_REFUSED: 422,
  INVALID_FIELDS: 422,
  ACCOUNT_MISSING: 422,
  COUNTRY_NOT_SERVED: 422,
  QUOTE_EXPIRED: 422,
  RATE_MISSING: 422,
  RATE_STALE: 422,
  CARD_DATA_REQUIRED: 422,
  CARD_DECLINED: 422,
  CARD_DIGITS_WRONG: 422,
  CARD_LIMIT_TOO_HIGH: 422,
  DOCUMENT_TYPE_REFUSED: 422,
  DOCUMENT_UNREADABLE: 422,
  EXPORT_TOO_LARGE: 422,
  APPROVAL_CODE_WRONG: 422,
  INVALID_TWO_FACTOR_CODE: 422,
  STATEMENT_TOO_LONG: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  INVALID_IDEMPOTENCY_KEY: 400,
  PASSKEY_EXPIRED: 422,
  PASSKEY_REFUSED: 422,
  PASSWORD_TOO_COMMON: 422,
  PASSWORD_UNCHANGED: 422,
  PASSWORD_WRONG: 422,
  CONTINUE_CODE_INVALID: 422,
  EMAIL_LINK_INVALID: 422,
  PHONE_CODE_INVALID: 422,
  PREVIEW_CODE_INVALID: 422,
  REFUND_PERIOD_OVER: 422,
  RELEASE_REFUSED: 422,
  RESET_LINK_INVALID: 422,
  INSUFFICIENT_FUNDS: 422,
  AMOUNT_OUT_OF_RANGE: 422,
  TRANSFER_TO_SELF: 422,
  TRANSFER_LIMIT_EXCEEDED: 422,
  WITHDRAWAL_LIMIT_EXCEEDED: 422,
  LIMIT_OF_LEVEL: 422,
  RECIPIENT_IN_THIS_BANK: 422,
  TWO_FACTOR_REQUIRED: 422,
  ADDRESS_LIMIT_REACHED: 429,
  PAYEE_LIMIT_REACHED: 429,
  TOO_MANY_ATTEMPTS: 429,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  NOT_CONFIGURED: 503,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

const texts: Record<Language, Record<ErrorCode, string>> = { fr, en };

/** The message of a code in a language. */
export function errorText(code: ErrorCode, language: Language): string {
  return texts[language][code];
}

/** The body of every error response (wire contract, section 2); `fields` names the refused input fields. */
export const errorBody = z
  .object({
    error: z.string(),
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    fields: z.record(z.string(), z.string()).optional(),
    /** With APPROVAL_REQUIRED. */
    approval: askedApproval.optional(),
    /** With LIMIT_OF_LEVEL: what was exceeded, and the level that lifts it. */
    level: levelRefusal.optional(),
    request_id: z.string(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;
