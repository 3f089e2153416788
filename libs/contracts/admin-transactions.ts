import { z } from 'zod';
import { id, pageQuery, pagination } from './pagination';
import { transaction, transactionDates, transactionFilters } from './transactions';
import { optional } from './validation';

/** A movement of some customer's account, with the person whose it is. */
export const adminTransaction = z
  .object({
    ...transaction.shape,
    user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
  })
  .meta({ id: 'AdminTransaction' });
export type AdminTransaction = z.infer<typeof adminTransaction>;

/**
 * The filters of a customer's list, and the customer. Without one, `search` is a reference (from its first six
 * characters on), the account of a recipient or the e-mail of a customer, the last two in full. `dateOf` says which of its dates puts a
 * movement into the period, the one on which it was made unless told otherwise.
 */
const filters = {
  ...transactionFilters,
  dateOf: optional(z.enum(transactionDates)),
  user_id: optional(id),
};

export const adminTransactionListQuery = z.strictObject({ ...pageQuery(20), ...filters });
export type AdminTransactionListQuery = z.infer<typeof adminTransactionListQuery>;
export type AdminTransactionFilters = Omit<AdminTransactionListQuery, 'page' | 'limit'>;

export const adminTransactionExportQuery = z.strictObject({ format: z.literal('csv'), ...filters });
export type AdminTransactionExportQuery = z.infer<typeof adminTransactionExportQuery>;

export const adminTransactionList = z.object({ transactions: z.array(adminTransaction), pagination });
export type AdminTransactionList = z.infer<typeof adminTransactionList>;
