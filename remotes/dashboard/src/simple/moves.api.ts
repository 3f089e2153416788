import type { Pagination } from '@bank/contracts/pagination';
import type { Transaction } from '@bank/contracts/transactions';
import { useLiveApiQuery } from '@bank/client/api-query';
import { customerTransactions, pageSize } from '../transactions/transactions.api';

const { path, queryKey, refreshOn } = customerTransactions;

/** One page of what came and went, newest first; the one before stays until the next has come. */
export const useMoves = (page: number) =>
  useLiveApiQuery<{ transactions: Transaction[]; pagination: Pagination }>(
    [...queryKey, 'simple', page],
    path,
    refreshOn,
    { query: { page, limit: pageSize }, keepsPrevious: true, liveKey: queryKey },
  );
