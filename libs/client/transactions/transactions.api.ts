import type { EventType } from '@bank/contracts/events';
import type { Pagination } from '@bank/contracts/pagination';
import type { ExportFormat, Transaction } from '@bank/contracts/transactions';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useApiQuery, useLiveApiQuery } from '@bank/client/api-query';
import { download } from '@bank/client/download';

/** The source of a screen's transactions: `path` lists them, `path/:id` is one, `path/export` a file of them. */
export interface TransactionSource {
  path: string;
  queryKey: readonly string[];
  /** The live event after which they are fetched again. */
  refreshOn: EventType;
}

type Filters = Record<string, string>;

/** One page of transactions, newest first; an empty filter is the same as none. */
export function useTransactions<T extends Transaction>(
  { path, queryKey, refreshOn }: TransactionSource,
  filters: Filters,
  page: { page: number; limit: number },
) {
  const query = { ...filters, ...page };
  const isFirst = page.page === 1 && Object.values(filters).every((value) => value === '');
  return useLiveApiQuery<{ transactions: T[]; pagination: Pagination }>(
    [...queryKey, query],
    path,
    refreshOn,
    { query, keepsPrevious: true, liveKey: queryKey, offline: isFirst },
  );
}

/** One transaction by its id: as the list has it now, and fetched only if the list does not contain it. */
export function useTransaction<T extends Transaction>(
  { path, queryKey }: TransactionSource,
  id: number,
  listed: T | undefined,
) {
  const query = useApiQuery<T>([...queryKey, 'one', id], `${path}/${id}`, {
    initialData: listed,
    enabled: !listed,
  });
  return { ...query, data: listed ?? query.data };
}

/** Saves all transactions that match the filters as a file, which the server creates. */
export const exportTransactions = ({ path }: TransactionSource, format: ExportFormat, filters: Filters) =>
  download(`${path}/export`, { query: { format, ...filters } });
