import { z } from 'zod';
import { amount } from './money';
import { moment } from './time';
import { searchText } from './validation';

/** The kinds of results of staff's search, besides pages, which the browser knows. */
export const foundKinds = ['person', 'payment', 'card', 'case', 'ticket'] as const;

/** How many of a kind are found at most. */
export const foundEach = 5;

export const findQuery = z.strictObject({ q: searchText(100) });
export type FindQuery = z.infer<typeof findQuery>;

/** `title` is a name or a reference, `note` what distinguishes it, `user_id` the person it belongs to. */
export const foundItem = z
  .object({
    kind: z.enum(foundKinds),
    id: z.int(),
    title: z.string(),
    note: z.string(),
    user_id: z.int().nullable(),
  })
  .meta({ id: 'FoundItem' });
export type FoundItem = z.infer<typeof foundItem>;

/** Of each kind that the reader's staff roles may read, the `foundEach` first whose reference or name begins so. */
export const foundList = z.object({ found: z.array(foundItem) }).meta({ id: 'FoundList' });
export type FoundList = z.infer<typeof foundList>;

/** The statuses of payments, identity files, cases and messages. */
export const filedStates = [
  'pending',
  'completed',
  'failed',
  'approved',
  'rejected',
  'open',
  'waiting',
  'decided',
  'answered',
  'closed',
] as const;

const filed = z.object({ id: z.int(), title: z.string(), state: z.enum(filedStates), at: moment });

/**
 * What the bank has of one customer, the newest `filedEach` of each; null for what the reader's staff roles may not read.
 */
export const customerFile = z
  .object({
    accounts: z.array(
      z.object({ currency: z.string(), iban: z.string(), balance: amount, reserved: amount }),
    ),
    payments: z
      .array(z.object({ ...filed.shape, amount, currency: z.string(), recipient_name: z.string() }))
      .nullable(),
    submissions: z.array(filed).nullable(),
    cases: z.array(filed).nullable(),
    tickets: z.array(filed).nullable(),
    sessions: z.array(z.object({ id: z.int(), title: z.string(), at: moment, last_seen_at: moment })),
  })
  .meta({ id: 'CustomerFile' });
export type CustomerFile = z.infer<typeof customerFile>;

export const filedEach = 10;
