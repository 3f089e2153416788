import type { AdminTransaction } from '@bank/contracts/admin-transactions';
import type { Transaction } from '@bank/contracts/transactions';
import type { CsvColumn } from '../../platform/exports/csv';
import type { StatementTexts } from './statement-texts';
import { momentText } from '../../platform/exports/notation';

export const csvColumns = ({
  t,
  description,
  type,
  status,
  method,
}: StatementTexts): CsvColumn<Transaction>[] => [
  { header: t('date'), value: (row) => momentText(row.date) },
  { header: t('description'), value: description },
  { header: t('type'), value: type },
  { header: t('status'), value: status },
  { header: t('amount'), value: (row) => row.amount, currency: (row) => row.currency },
  { header: t('currency'), value: (row) => row.currency },
  { header: t('payment_method'), value: method },
  { header: t('recipient_account'), value: (row) => row.recipient_account },
  { header: t('reference'), value: (row) => row.reference },
  { header: t('processed_at'), value: (row) => row.processed_at && momentText(row.processed_at) },
  { header: t('notes'), value: (row) => row.notes },
];

/** The same for all customers, with the owner of each movement. */
export const bankCsvColumns = (texts: StatementTexts): CsvColumn<AdminTransaction>[] => [
  ...csvColumns(texts),
  { header: texts.t('user_id'), value: ({ user }) => user.id },
  { header: texts.t('user_name'), value: ({ user }) => user.name },
  { header: texts.t('user_email'), value: ({ user }) => user.email },
];
