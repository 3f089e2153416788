import type { BalanceOverview } from '@bank/contracts/accounts';
import { api } from '@bank/client/api';
import { useQuery } from '@bank/client/query';

export const balanceKey = ['solde'];

/** The caller's account, its limits and its last 90 days. */
export const useBalance = () =>
  useQuery({
    queryKey: balanceKey,
    queryFn: ({ signal }) => api.get<BalanceOverview>('/solde', { signal }),
  });
