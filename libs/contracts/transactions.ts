import { z } from 'zod';
import { amount, currency } from './money';
import { pageQuery, pagination } from './pagination';
import { paymentMethods } from './payments';
import { day, moment } from './time';
import { transactionStatuses } from './transaction-statuses';
import { typedAmount } from './typed-amount';
import { optional, searchText } from './validation';

/** The types and states of a customer's transaction (specification 2, sections 3 and 4). */
export const transactionTypes = [
  'incoming',
  'deposit',
  'outgoing',
  'withdrawal',
  'payment',
  'transfer',
] as const;
export { transactionStatuses };

/** One movement of a customer's account; a negative `amount` leaves it. */
export const transaction = z
  .object({
    id: z.int(),
    type: z.enum(transactionTypes),
    description: z.string(),
    amount,
    currency,
    date: moment,
    payment_method: z.enum(['card', 'cash', 'internal', 'direct_debit', ...paymentMethods]),
    reference: z.string(),
    created_at: moment,
    processed_at: moment.nullable(),
    status: z.enum(transactionStatuses),
    /** Whether it was posted to the account; also of a failed or cancelled payment whose money came back by an entry of its own. */
    moved: z.boolean(),
    recipient_account: z.string().nullable(),
    notes: z.string().nullable(),
    /** The id of a payment to another bank, for `/api/user/payments/{id}`. */
    payment_id: z.int().nullable(),
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.infer<typeof transaction>;

/** `dateFrom` and `dateTo` are Paris days, both inclusive; an empty value counts as absent. */
export const transactionFilters = {
  search: optional(searchText(120)),
  type: optional(z.enum(['all', ...transactionTypes])),
  status: optional(z.enum(['all', ...transactionStatuses])),
  dateFrom: optional(day),
  dateTo: optional(day),
};

/** An amount as people type it, whatever its sign. */
const typedLimit = optional(typedAmount(amount.min(0)));

/** The filters of a customer's own list. `search` is also read as an amount or a day. */
export const ownTransactionFilters = {
  ...transactionFilters,
  amountMin: typedLimit,
  amountMax: typedLimit,
};

/**
 * How many of the newest movements of a period are searched for a text or a range of amounts. An exact amount, a day and
 * a reference are found among all of them.
 */
export const searchedMovements = 20_000;

export const transactionListQuery = z.strictObject({ ...pageQuery(10), ...ownTransactionFilters });
export type TransactionListQuery = z.infer<typeof transactionListQuery>;
/** The date of a movement that a period applies to; administrators choose, customers always use the first. */
export const transactionDates = ['created_at', 'processed_at'] as const;
export type TransactionDate = (typeof transactionDates)[number];

/** The only kind that administrators may filter by: payments to other banks, which `payment` mixes with purchases by card. */
export const transactionKinds = ['outside_payment'] as const;

export type TransactionFilters = Omit<TransactionListQuery, 'page' | 'limit'> & {
  dateOf?: TransactionDate | undefined;
  kind?: (typeof transactionKinds)[number] | undefined;
};

/** The export formats of a list of transactions, and the maximum number of rows of each. */
export const exportRows = { csv: 100_000, pdf: 2_000 } as const;
export type ExportFormat = keyof typeof exportRows;

export const transactionExportQuery = z.strictObject({
  format: z.enum(['csv', 'pdf']),
  ...ownTransactionFilters,
});
export type TransactionExportQuery = z.infer<typeof transactionExportQuery>;

export const transactionList = z.object({ transactions: z.array(transaction), pagination });
export type TransactionList = z.infer<typeof transactionList>;
