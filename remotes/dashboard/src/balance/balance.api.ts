import type { BalanceOverview } from '@bank/contracts/accounts';
import { homeCurrency } from '@bank/contracts/currencies';
import type { EventData } from '@bank/contracts/events';
import { useApiQuery, useLiveApiQuery } from '@bank/client/api-query';
import { refreshSoon, useLiveEvent } from '@bank/client/live-events';
import { type QueryKey, useQueryClient } from '@bank/client/query';

export const balanceKey = ['dashboard', 'solde'];

export function useBalance() {
  const query = useLiveApiQuery<BalanceOverview>(balanceKey, '/solde', ['transaction', 'kyc'], {
    offline: true,
  });
  useBalanceEvents(balanceKey, withBalance);
  return query;
}

/** The services of this bank; undefined until known. Not refetched after transactions, which do not change them. */
export const useServices = () =>
  useApiQuery<BalanceOverview>(balanceKey, '/solde', { staleTime: Infinity, offline: true }).data?.services;

function withBalance(overview: BalanceOverview, event: EventData<'balance'>): BalanceOverview {
  const { balance } = overview;
  if (!balance) return overview;
  const { current_balance, available_balance } = event;
  const hasMoved = current_balance !== balance.current_balance;
  const previous_balance = hasMoved ? balance.current_balance : balance.previous_balance;
  return { ...overview, balance: { ...balance, current_balance, available_balance, previous_balance } };
}

/**
 * Writes each `balance` event of the account in euros into a query's data; what else changed is refetched on the
 * `transaction` event.
 */
export function useBalanceEvents<Data>(
  queryKey: QueryKey,
  write: (data: Data, event: EventData<'balance'>) => Data,
) {
  const queries = useQueryClient();
  useLiveEvent('balance', ({ data: event }) => {
    if (event.currency !== homeCurrency) return;
    const updatedAt = queries.getQueryState(queryKey)?.dataUpdatedAt;
    // Without a new time: the rest of the data is as old as before.
    queries.setQueryData<Data>(queryKey, (data) => data && write(data, event), { updatedAt });
    // A response under way may be older than the event, and would overwrite it.
    refreshSoon(queries, queryKey, []);
  });
}
