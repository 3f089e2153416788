import type { Transaction } from '@bank/contracts/transactions';
import { isOffline } from '@bank/client/call-failure';
import { QueryError } from '@bank/client/query-boundary';
import { type Column, DataTable, type DataTableProps } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { useTransactionColumns } from './transaction-columns';
import { useTransactionTexts } from './transaction-texts';
import { useTransactionWords } from './transaction-words';

interface TransactionTableProps<T> extends Pick<
  DataTableProps<T>,
  'rows' | 'dense' | 'loading' | 'loadingRows'
> {
  statuses: readonly Transaction['status'][];
  /** The columns between the description and the status. */
  columns?: readonly Column<T>[] | undefined;
  /** Displayed in place of an empty table. */
  emptyMessage: string;
  /** The failed query, displayed in place of the table. */
  failed: false | FailedQuery;
}

/** One page of transactions: loading, loaded, empty or failed. */
export function TransactionTable<T extends Transaction>(props: TransactionTableProps<T>) {
  const { statuses, columns = [], emptyMessage, failed, ...table } = props;
  const { t } = useTransactionTexts();
  const { t: word } = useTransactionWords();
  const kindOf = ({ type }: T) => word(`type_${type}`);
  return (
    <DataTable
      {...table}
      caption={t('title')}
      columns={useTransactionColumns({ statuses, kindOf, between: columns })}
      rowKey={({ id }) => id}
      empty={<NoTransactions message={emptyMessage} />}
      error={failed && <TransactionsFailed query={failed} />}
    />
  );
}

export function NoTransactions({ message }: { message: string }) {
  const { t } = useTransactionTexts();
  return <EmptyState icon="arrow-left-right" title={t('empty')} message={message} />;
}

export interface FailedQuery {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export function TransactionsFailed({ query }: { query: FailedQuery }) {
  const { t } = useTransactionTexts();
  return (
    <QueryError
      query={query}
      title={t(isOffline(query.error) ? 'failed_network' : 'failed')}
      message={t('failed_message')}
    />
  );
}
