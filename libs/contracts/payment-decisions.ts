import { z } from 'zod';
import { sliceOf, sliceRow } from './slices';

export const decisions = ['approve', 'reject'] as const;
export type Decision = (typeof decisions)[number];

/** One decision for several payments, each of which is decided on its own. */
export const paymentDecisions = z.object({ decision: z.enum(decisions), rows: sliceOf(sliceRow) });
export type PaymentDecisions = z.infer<typeof paymentDecisions>;
