import type { AdminTransaction } from '@bank/contracts/admin-transactions';
import type { Transaction } from '@bank/contracts/transactions';
import type { CsvColumn } from '../../platform/exports/csv';
import type { StatementTexts } from './statement-texts';
import { momentText } from '../../platform/exports/notation';

export const csvColumns = ({
  say,
  description,
  type,
  status,
  method,
}: StatementTexts): CsvColumn<Transaction>[] => [
  { header: say('date'), value: (row) => momentText(row.date) },
  { header: say('description'), value: description },
  { header: say('type'), value: type },
  { header: say('status'), value: status },
  { header: say('amount'), value: (row) => row.amount, currency: (row) => row.currency },
  { header: say('currency'), value: (row) => row.currency },
  { header: say('payment_method'), value: method },
  { header: say('recipient_account'), value: (row) => row.recipient_account },
  { header: say('reference'), value: (row) => row.reference },
  { header: say('processed_at'), value: (row) => row.processed_at && momentText(row.processed_at) },
  { header: say('notes'), value: (row) => row.notes },
];

/** The same for all customers, with the owner of each movement. */
export const bankCsvColumns = (texts: StatementTexts): CsvColumn<AdminTransaction>[] => [
  ...csvColumns(texts),
  { header: texts.say('user_id'), value: ({ user }) => user.id },
  { header: texts.say('user_name'), value: ({ user }) => user.name },
  { header: texts.say('user_email'), value: ({ user }) => user.email },
];
