import type { AdminTransaction } from '@bank/contracts/admin-transactions';
import type { Transaction } from '@bank/contracts/transactions';
import type { CsvColumn } from '../exports/csv';
import { type StatementWords } from './statement-words';
import { momentText } from '../exports/notation';

/** Every field of a movement, a column each. */
export const csvColumns = ({
  say,
  description,
  type,
  status,
  method,
}: StatementWords): CsvColumn<Transaction>[] => [
  { header: say('date'), value: (row) => momentText(row.date) },
  { header: say('description'), value: description },
  { header: say('type'), value: type },
  { header: say('status'), value: status },
  { header: say('amount'), value: (row) => row.amount },
  { header: say('currency'), value: (row) => row.currency },
  { header: say('payment_method'), value: method },
  { header: say('recipient_account'), value: (row) => row.recipient_account },
  { header: say('reference'), value: (row) => row.reference },
  { header: say('processed_at'), value: (row) => row.processed_at && momentText(row.processed_at) },
  { header: say('notes'), value: (row) => row.notes },
];

/** The same of all customers, each row with the person whose it is. */
export const bankCsvColumns = (words: StatementWords): CsvColumn<AdminTransaction>[] => [
  ...csvColumns(words),
  { header: words.say('user_id'), value: ({ user }) => user.id },
  { header: words.say('user_name'), value: ({ user }) => user.name },
  { header: words.say('user_email'), value: ({ user }) => user.email },
];
