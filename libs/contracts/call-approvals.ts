import { z } from 'zod';
import { currency } from './money';
import { moment } from './time';
import { optional, rule, text } from './validation';
import { compact } from './invisible-marks';

/** How long an approval lives from the moment it is asked for: proof and call included. */
export const approvalMinutes = 5;

/** Wrong tries that end an approval (the bank and the world, section 4). */
export const approvalTries = 5;

/** The header that carries the token of an approval. */
export const approvalHeader = 'X-Approval';

/** The action that an approval is for. */
export const approvalActions = [
  'payment',
  'standing_order',
  'transfer',
  'beneficiary',
  'card_reveal',
  'card_pin',
  'card_payment',
  'email',
  'phone',
  'contact',
  'password',
  'alerts',
  'factor_on',
  'factor_off',
  'account_closed',
  'data_export',
  'relation_closed',
  // Of administrators.
  'user_create',
  'user_change',
  'user_limits',
  'user_factors',
  'refund',
  'refund_back',
  'staff_approve',
  'staff_refuse',
  'credit_file',
  'automatic_limit',
  'rule_publish',
  'customer_message',
  'deploy_token',
  'partner_key',
  'webhook_secret',
  'webhook_address',
] as const;
export type ApprovalAction = (typeof approvalActions)[number];

/** The summary that the person reads before approving (Regulation (EU) 2018/389, article 5). */
export const approvalSummary = z
  .object({
    action: z.enum(approvalActions),
    /** In decimal units of its currency. */
    amount: z.number().optional(),
    currency: currency.optional(),
    payee: z.string().optional(),
    /** Of the user whom an administrator changes, whom `payee` names. */
    user_id: z.int().optional(),
    /** The payee's account. */
    account: z.string().optional(),
    /** Other approved data: a new e-mail address, the last digits of a card. */
    detail: z.string().optional(),
  })
  .meta({ id: 'ApprovalSummary' });
export type ApprovalSummary = z.infer<typeof approvalSummary>;

/** `sms` and `email` are codes of a message, for whom has enrolled neither of the others. */
export const approvalMethods = ['passkey', 'totp', 'sms', 'email'] as const;
export type ApprovalMethod = (typeof approvalMethods)[number];

/** Beside the error of a call that needs an approval. */
export const askedApproval = z
  .object({
    id: z.int(),
    methods: z.array(z.enum(approvalMethods)),
    summary: approvalSummary,
    expires_at: moment,
  })
  .meta({ id: 'AskedApproval' });
export type AskedApproval = z.infer<typeof askedApproval>;

/** `ended`: by too many wrong tries. `expired`: not used within its lifetime. */
export const approvalStates = ['asked', 'given', 'used', 'refused', 'ended', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const callApproval = z
  .object({
    ...askedApproval.shape,
    status: z.enum(approvalStates),
    tries_left: z.int(),
    /** For the passkey method: what `navigator.credentials.get` needs, as @simplewebauthn shapes it. */
    passkey_options: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'CallApproval' });
export type CallApproval = z.infer<typeof callApproval>;

/** A code of six digits; spaces are ignored. Recovery codes do not approve. */
const approvalCode = text(20).transform(compact);

/**
 * A code, or for the method `passkey` an assertion as @simplewebauthn shapes it. Without a method an assertion is of a
 * passkey, and a code of the one method with codes that the approval has.
 */
export const approvalProof = z
  .object({
    method: optional(z.enum(approvalMethods)),
    code: optional(approvalCode),
    assertion: z.record(z.string(), z.unknown()).optional(),
  })
  .superRefine(({ method, code, assertion }, context) => {
    const isAssertion = method === 'passkey' || (method === undefined && assertion !== undefined);
    const field = isAssertion ? 'assertion' : 'code';
    if ({ code, assertion }[field] !== undefined) return;
    context.addIssue({ code: 'custom', path: [field], message: rule('REQUIRED') });
  });
export type ApprovalProof = z.infer<typeof approvalProof>;

export const approvalGiven = z.object({ approval_token: z.string() }).meta({ id: 'ApprovalGiven' });
export type ApprovalGiven = z.infer<typeof approvalGiven>;
