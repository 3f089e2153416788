import { type ErrorCode, errorStatus } from './errors';
import { nextSteps } from './next-step';
import { blockingCodes, refusalOf } from './next-steps';

/** Faults of a form, a file, a session or a proof, what was asked twice, and what is meant for staff and partners. */
const notBlocking: ErrorCode[] = [
  'RULE_CHANGED',
  'RELEASE_MISFIT',
  'SCOPE_MISSING',
  'MALFORMED_REQUEST',
  'INVALID_QUERY',
  'MALFORMED_MESSAGE',
  'INVALID_IDEMPOTENCY_KEY',
  'UNAUTHENTICATED',
  'SIGNATURE_REFUSED',
  'SESSION_EXPIRED',
  'SIGN_IN_LINK_INVALID',
  'INVALID_CREDENTIALS',
  'INVALID_CODE',
  'MFA_EXPIRED',
  'DEPLOY_TOKEN_EXPIRED',
  'FORBIDDEN',
  'FRAME_TOKEN_INVALID',
  'APPROVAL_INVALID',
  'APPROVAL_REQUIRED',
  'APPROVER_INVOLVED',
  'APPROVER_TOO_NEW',
  'OUTSIDE_ROLES',
  'OWN_CASE',
  'OWN_PAYMENT',
  'OWN_USER_CHANGE',
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_APPROVER_REQUIRED',
  'SITE_NOT_ALLOWED',
  'NOT_FOUND',
  'PARTNER_UNKNOWN',
  'RECIPIENT_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'APPROVAL_NOT_PENDING',
  'APPROVAL_OVER',
  'APPROVAL_OUTDATED',
  'EMAIL_TAKEN',
  'USERNAME_TAKEN',
  'ACCOUNT_EXISTS',
  'QUOTE_USED',
  'BENEFICIARY_KNOWN',
  'LAST_ADMINISTRATOR',
  'OWN_USER',
  'KYC_EMAIL_UNVERIFIED',
  'KYC_NOTHING_TO_RESEND',
  'KYC_NOT_PENDING',
  'PASSKEY_KNOWN',
  'TWO_FACTOR_ALREADY_ENABLED',
  'TWO_FACTOR_NOT_ENABLED',
  'CHALLENGE_OVER',
  'ALREADY_REVERSED',
  'PARTNER_CHANGED',
  'PARTNER_KEY_LIMIT',
  'WEBHOOK_WITHOUT_ADDRESS',
  'NO_CANARY',
  'NOTHING_BEFORE',
  'RELEASE_CHANGED',
  'RELEASE_LIVE',
  'RELEASE_REMOVED',
  'RELEASE_ROLLED_BACK',
  'MESSAGE_ID_REUSED',
  'CLOSING_UNDER_WAY',
  'DATA_EXPORT_OVER',
  'CREDIT_FILE_KNOWN',
  'CREDIT_FILE_NOT_WAITING',
  'PAYMENT_NOT_PENDING',
  'SECRET_SHOWN_ONCE',
  'CASE_CHANGED',
  'USER_CHANGED',
  'CASE_NOT_ACCEPTABLE',
  'REFUND_NOT_POSSIBLE',
  'CASE_TAKEN',
  'WORK_TAKEN',
  'CASE_ELSEWHERE',
  'CASE_INTERNAL',
  'VIEW_LIMIT',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INCIDENT_CHANGED',
  'INCIDENT_CLOSED',
  'INCIDENT_OPEN',
  'INCIDENT_TAKEN',
  'MESSAGE_NOT_SENDING',
  'UNSUBSCRIBE_INVALID',
  'PUSH_ENDPOINT_REFUSED',
  'INVALID_FIELDS',
  'QUOTE_EXPIRED',
  'CARD_DATA_REQUIRED',
  'CARD_DIGITS_WRONG',
  'DOCUMENT_TYPE_REFUSED',
  'DOCUMENT_UNREADABLE',
  'EXPORT_TOO_LARGE',
  'APPROVAL_CODE_WRONG',
  'INVALID_TWO_FACTOR_CODE',
  'STATEMENT_TOO_LONG',
  'IDEMPOTENCY_KEY_REUSED',
  'PASSKEY_EXPIRED',
  'PASSKEY_REFUSED',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_UNCHANGED',
  'PASSWORD_WRONG',
  'CONTINUE_CODE_INVALID',
  'EMAIL_LINK_INVALID',
  'PHONE_CODE_INVALID',
  'PREVIEW_CODE_INVALID',
  'RELEASE_REFUSED',
  'RESET_LINK_INVALID',
  'TWO_FACTOR_REQUIRED',
  'INTERNAL',
];

it('declares of every error code whether it blocks a customer', () => {
  const said = [...Object.keys(blockingCodes), ...notBlocking].sort();
  expect(said).toEqual(Object.keys(errorStatus).sort());
});

describe.each(['fr', 'en'] as const)('in %s', (language) => {
  it.each(Object.keys(blockingCodes))('%s has its reason and a next step', (code) => {
    const refusal = refusalOf(code, language);
    expect(refusal?.reason).toMatch(/\S.*\.$/);
    expect(refusal?.next_step.text).toMatch(/\S.*\.$/);
    expect(Object.keys(nextSteps)).toContain(refusal?.next_step.action);
  });
});

it('has nothing for codes that do not block', () => {
  expect(notBlocking.filter((code) => refusalOf(code, 'en'))).toEqual([]);
  expect(refusalOf('constructor', 'en')).toBeUndefined();
});
