import type { AdminTransaction, AdminTransactionList } from '@bank/contracts/admin-transactions';
import type { TransactionDate } from '@bank/contracts/transactions';
import type { UseQueryResult } from '@bank/client/query';
import { Link } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmailText } from '@bank/ui/email-text';
import { EmptyState } from '@bank/ui/empty-state';
import { useTexts } from '../texts';
import { useDescription } from './description';
import { TransactionStatus } from './transaction-status';
import styles from './transaction-table.module.css';
import { TransactionsFailure } from './transactions-failure';

interface TransactionTableProps {
  query: UseQueryResult<AdminTransactionList>;
  isFiltered: boolean;
  /** The date that the period is about. */
  date: TransactionDate;
}

/** One page of movements in its four states. */
export function TransactionTable({ query, isFiltered, date }: TransactionTableProps) {
  const { t } = useTexts();
  const columns = useColumns(date);
  return (
    <DataTable
      dense
      caption={t('transactions.title')}
      columns={columns}
      rows={query.data?.transactions ?? []}
      rowKey={({ id }) => id}
      loading={query.isPending || query.isPlaceholderData}
      loadingRows={20}
      empty={
        <EmptyState
          icon="arrow-left-right"
          title={t('transactions.empty')}
          message={t(isFiltered ? 'transactions.empty_filtered' : 'transactions.empty_message')}
        />
      }
      error={query.isError && <TransactionsFailure query={query} />}
    />
  );
}

function useColumns(shown: TransactionDate): Column<AdminTransaction>[] {
  const { t } = useTexts();
  const { dateTime } = useFormat();
  const { addressOf } = useUrlDetails('transaction');
  const describe = useDescription();
  return [
    {
      key: 'description',
      header: t('transactions.description'),
      primary: true,
      cell: ({ id, description, type, reference }) => (
        <>
          <Link to={addressOf(id)} className={styles.description}>
            {describe({ description, type })}
          </Link>
          <span className={styles.detail}>
            {t(`transactions.type_${type}`)} · {reference}
          </span>
        </>
      ),
    },
    {
      key: 'user',
      header: t('transactions.user'),
      cell: ({ user }) => (
        <span>
          <span className={styles.description}>{user.name}</span>
          <span className={styles.detail}>
            <EmailText address={user.email} />
          </span>
        </span>
      ),
    },
    {
      key: 'date',
      header: t(shown === 'processed_at' ? 'transactions.detail_processed' : 'transactions.date'),
      cell: ({ [shown]: date }) => <span className={styles.date}>{date && dateTime(date)}</span>,
    },
    {
      key: 'status',
      header: t('transactions.status'),
      cell: ({ status }) => <TransactionStatus status={status} />,
    },
    {
      key: 'amount',
      header: t('transactions.amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} tone="direction" />,
    },
  ];
}
