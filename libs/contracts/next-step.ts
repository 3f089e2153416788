import { z } from 'zod';
import { moment } from './time';

/** The remedy for a refusal, and the page of the customer site for it, if there is one. */
export const nextSteps = {
  verify_identity: '/dashboard/kyc',
  add_funds: '/dashboard/balance',
  change_amount: null,
  change_payee: null,
  see_card: '/dashboard/cards',
  other_card: null,
  see_account: '/dashboard/currencies',
  see_debits: '/dashboard/direct-debits',
  see_orders: '/dashboard/payees',
  make_room: null,
  see_payment: '/dashboard/transactions',
  see_claims: '/disputes',
  secure_account: '/dashboard/settings',
  /** With the page of the appeal about what is stopped. */
  appeal: '/disputes',
  await_answer: null,
  wait: null,
  /** For staff: who gives roles. */
  ask_owner: null,
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

/** How something is stopped: for good, until a person decides, or until it is lifted. */
export const stopStates = ['refused', 'held', 'blocked'] as const;
export type StopState = (typeof stopStates)[number];

/** Why something of the customer's is stopped, what to do about it, and by when. */
export const stop = z
  .object({
    state: z.enum(stopStates),
    reason: z.string(),
    next_step: nextStep,
    /** When the bank has decided at the latest, or until when it can be appealed; null without a time. */
    until: moment.nullable(),
    /** The page of the customer site where it is appealed; null for what the customer lifts alone. */
    appeal: z.string().nullable(),
  })
  .meta({ id: 'Stop' });
export type Stop = z.infer<typeof stop>;

/** Null where nothing is stopped; absent from older servers and from most answers to changes. */
export const why = stop.nullable().optional();
