import type { Pagination } from '@bank/contracts/pagination';
import type { TransactionDetail } from '@bank/contracts/transaction-details';
import type { Transaction } from '@bank/contracts/transactions';
import { useApiQuery } from '@bank/client/api-query';

export const customerTransactions = {
  path: '/user/transactions',
  queryKey: ['dashboard', 'transactions'],
  refreshOn: 'transaction',
} as const;

/** How many transactions a page has. */
export const pageSize = 10;

/** The list as it first opens: every filter empty. */
const firstPage = {
  search: '',
  type: '',
  status: '',
  dateFrom: '',
  dateTo: '',
  amountMin: '',
  amountMax: '',
  page: 1,
  limit: pageSize,
};

/** The merchant of a card payment, or the other side of a transfer between customers. */
export const useTransactionDetail = ({ id, payment_id: paymentId }: Transaction) =>
  useApiQuery<TransactionDetail>(
    ['dashboard', 'transactions', 'detail', id],
    `/user/transactions/${id}/details`,
    {
      enabled: paymentId === null,
      staleTime: Infinity,
    },
  );

/** How long the first page stays good enough for a time without a network, in ms. */
const goodMs = 60_000;

/** Fetches the first page ahead of need, so that a browser that loses the network can show it. */
export function useTransactionsAhead(isWanted: boolean) {
  const { path, queryKey } = customerTransactions;
  useApiQuery<{ transactions: Transaction[]; pagination: Pagination }>([...queryKey, firstPage], path, {
    query: firstPage,
    enabled: isWanted,
    staleTime: goodMs,
    offline: true,
  });
}
