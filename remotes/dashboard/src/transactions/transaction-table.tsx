import type { Transaction, TransactionList } from '@bank/contracts/transactions';
import { useFormat } from '@bank/i18n/use-format';
import type { UseQueryResult } from '@bank/client/query';
import { Link } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';
import { Amount } from '@bank/ui/amount';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { TransactionsFailure } from './transactions-failure';
import { TransactionStatus } from './transaction-status';
import { useTexts } from '../texts';
import { useDescription } from './description';
import styles from './transaction-table.module.css';

interface TransactionTableProps {
  query: UseQueryResult<TransactionList>;
  isFiltered: boolean;
}

/** One page of movements in its four states. */
export function TransactionTable({ query, isFiltered }: TransactionTableProps) {
  const { t } = useTexts();
  const columns = useColumns();
  return (
    <DataTable
      caption={t('transactions.title')}
      columns={columns}
      rows={query.data?.transactions ?? []}
      rowKey={({ id }) => id}
      loading={query.isPending || query.isPlaceholderData}
      loadingRows={10}
      empty={
        <EmptyState
          icon="arrow-left-right"
          title={t('transactions.empty')}
          message={t(isFiltered ? 'transactions.empty_filtered' : 'transactions.empty_message')}
        />
      }
      error={query.isError && !query.data && <TransactionsFailure query={query} />}
    />
  );
}

function useColumns(): Column<Transaction>[] {
  const { t } = useTexts();
  const { date } = useFormat();
  const { addressOf } = useUrlDetails('transaction');
  const describe = useDescription();
  return [
    {
      key: 'description',
      header: t('transactions.description'),
      primary: true,
      cell: (row) => (
        <>
          <Link to={addressOf(row.id)} className={styles.description}>
            {describe(row)}
          </Link>
          <span className={styles.detail}>
            {t(`transactions.type_${row.type}`)} · {row.reference}
          </span>
        </>
      ),
    },
    { key: 'date', header: t('transactions.date'), cell: (row) => date(row.date) },
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
