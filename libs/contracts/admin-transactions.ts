import { z } from 'zod';
import { id, pageQuery, pagination } from './pagination';
import { transaction, transactionDates, transactionFilters, transactionKinds } from './transactions';
import { optional } from './validation';

/** A movement of a customer's account, with its owner. */
export const adminTransaction = z
  .object({
    ...transaction.shape,
    user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
  })
  .meta({ id: 'AdminTransaction' });
export type AdminTransaction = z.infer<typeof adminTransaction>;

/**
 * The filters of a customer's list, and the customer. Without one, `search` is a reference (or at least its first six
 * characters), a recipient's account or a customer's e-mail, the last two in full. `dateOf` selects the date that the
 * period applies to; by default the one on which the movement was made.
 */
const filters = {
  ...transactionFilters,
  dateOf: optional(z.enum(transactionDates)),
  kind: optional(z.enum(transactionKinds)),
  user_id: optional(id),
};

export const adminTransactionListQuery = z.strictObject({ ...pageQuery(20), ...filters });
export type AdminTransactionListQuery = z.infer<typeof adminTransactionListQuery>;
export type AdminTransactionFilters = Omit<AdminTransactionListQuery, 'page' | 'limit'>;

export const adminTransactionExportQuery = z.strictObject({ format: z.literal('csv'), ...filters });
export type AdminTransactionExportQuery = z.infer<typeof adminTransactionExportQuery>;

export const adminTransactionList = z.object({ transactions: z.array(adminTransaction), pagination });
export type AdminTransactionList = z.infer<typeof adminTransactionList>;
