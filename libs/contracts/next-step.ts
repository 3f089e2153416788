import { z } from 'zod';

/** What a customer can do about a refusal, and the page of the customer site where, if there is one. */
export const nextSteps = {
  verify_identity: '/dashboard/kyc',
  add_funds: '/dashboard/balance',
  change_amount: null,
  change_payee: null,
  see_card: '/dashboard/cards',
  other_card: null,
  see_account: '/dashboard/currencies',
  see_debits: '/dashboard/direct-debits',
  see_payment: '/dashboard/transactions',
  see_claims: '/disputes',
  secure_account: '/dashboard/settings',
  wait: null,
  contact: '/contact',
} as const satisfies Record<string, string | null>;
export type NextStep = keyof typeof nextSteps;

/** With a blocking code: what to do, in words and for a program. */
export const nextStep = z
  .object({
    action: z.enum(Object.keys(nextSteps) as [NextStep, ...NextStep[]]),
    text: z.string(),
    /** A page of the customer site. */
    path: z.string().nullable(),
  })
  .meta({ id: 'NextStep' });
export type NextStepBody = z.infer<typeof nextStep>;
