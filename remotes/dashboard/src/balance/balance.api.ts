import type { BalanceOverview } from '@bank/contracts/accounts';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { useQuery } from '@bank/client/query';

export const balanceKey = ['solde'];

/** The caller's account, its limits and its last 90 days. What a payment reserves is told as a transaction. */
export function useBalance() {
  const query = useQuery({
    queryKey: balanceKey,
    queryFn: ({ signal }) => api.get<BalanceOverview>('/solde', { signal }),
  });
  useLiveRefresh(['balance', 'transaction'], balanceKey);
  return query;
}
