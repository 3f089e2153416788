import { z } from 'zod';
import { currencies } from './currencies';
import { amount } from './money';
import { pageQuery, pagination } from './pagination';
import { moment } from './time';

/** The kind of difference: a payment is missing on one side, or has another amount; a balance of the statement. */
export const differenceKinds = ['missing_here', 'missing_there', 'amount', 'opening', 'closing'] as const;

/** How many differences of a day are listed. */
export const differencesListed = 20;

/** A difference; amounts are positive for money that the bank received. */
export const reconciliationDifference = z.object({
  kind: z.enum(differenceKinds),
  /** The id of the payment, or the day of the balance, with its currency where that is not the euro. */
  subject: z.string(),
  /** The bank's booking, or its expected balance. */
  here: amount,
  /** The statement’s. */
  there: amount,
});
export type ReconciliationDifference = z.infer<typeof reconciliationDifference>;

/** A day of a settlement account, held against the statement of the clearing house or the correspondent bank. */
export const reconciliationDay = z
  .object({
    day: z.iso.date(),
    currency: z.enum(currencies),
    message_id: z.string(),
    /** At the end of what the statement covers; null until it was compared. */
    own_balance: amount.nullable(),
    statement_balance: amount,
    state: z.enum(['running', 'reconciled', 'differs']),
    difference_count: z.int(),
    /** The first ones. */
    differences: z.array(reconciliationDifference),
    received_at: moment,
  })
  .meta({ id: 'ReconciliationDay' });
export type ReconciliationDay = z.infer<typeof reconciliationDay>;

export const reconciliationQuery = z.strictObject(pageQuery(20));
export type ReconciliationQuery = z.infer<typeof reconciliationQuery>;

/** Newest first. */
export const reconciliationList = z.object({ days: z.array(reconciliationDay), pagination });
export type ReconciliationList = z.infer<typeof reconciliationList>;
