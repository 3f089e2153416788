// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { type QueryState, QueryError } from '@bank/client/query-boundary';
import { DataTable, type DataTableProps } from '@bank/ui/data-table';

interface QueryTableProps<Data, Row> extends Omit<DataTableProps<Row>, 'rows' | 'loading' | 'error'> {
  query: QueryState<Data> & { isPending: boolean; isPlaceholderData: boolean };
  rowsOf: (data: Data) => readonly Row[];
  /** The title of a failure. */
  failed: string;
  /** The meaning or the remedy, if it is more than to check the connection or to try again. */
  failedMessage?: string;
  /** A failed refresh keeps the rows that were loaded before. */
  keepsRows?: boolean;
}

/** The rows of a query as a table: loading, loaded, empty or failed. */
export function QueryTable<Data, Row>(props: QueryTableProps<Data, Row>) {
  const { query, rowsOf, failed, failedMessage, keepsRows, ...table } = props;
  const { data, isPending, isPlaceholderData, isError } = query;
  const isFailed = isError && !(keepsRows && data);
  return (
    <DataTable
      {...table}
      rows={data ? rowsOf(data) : []}
      loading={isPending || isPlaceholderData}
      error={isFailed && <QueryError query={query} title={failed} message={failedMessage} />}
    />
  );
}
