import { z } from 'zod';
import { amount, currency } from './money';
import { id } from './pagination';
import { moment } from './time';

/** The objects from which money is followed. */
export const flowStarts = ['transaction', 'payment', 'card_purchase'] as const;
export type FlowStart = (typeof flowStarts)[number];

export const moneyFlowQuery = z.strictObject({ from: z.enum(flowStarts), id });
export type MoneyFlowQuery = z.infer<typeof moneyFlowQuery>;

/** How far money is followed: entries on each side of the start, of one entry's next ones, of one step, and days. */
export const flowBounds = { back: 4, on: 6, breadth: 5, step: 12, days: 30 } as const;

/** An entry of the ledger that the money went through; `step` is 0 at the start, negative before it. */
export const flowNode = z
  .object({
    id: z.int(),
    step: z.int(),
    /** Out of the account, or into it. */
    amount,
    currency,
    at: moment,
    reference: z.string(),
    kind: z.string(),
    description: z.string(),
    account: z.object({
      /** `customer`, or one of the bank's own. */
      kind: z.string(),
      user_id: z.int().nullable(),
      holder: z.string(),
      number: z.string().nullable(),
    }),
  })
  .meta({ id: 'FlowNode' });
export type FlowNode = z.infer<typeof flowNode>;

/** Entries by step and time; each link leads from an entry to one that its money went on to. */
export const moneyFlow = z
  .object({
    nodes: z.array(flowNode),
    links: z.array(z.object({ from: z.int(), to: z.int() })),
    /** More money went on than is shown. */
    cut: z.boolean(),
  })
  .meta({ id: 'MoneyFlow' });
export type MoneyFlow = z.infer<typeof moneyFlow>;
