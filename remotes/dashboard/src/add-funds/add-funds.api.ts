import type { AddFundsRequest, MoneyMoved } from '@bank/contracts/accounts';
import { api } from '@bank/client/api';
import { useQueryClient } from '@bank/client/query';
import { balanceKey } from '../balance/balance.api';
import { transactionsKey } from '../transactions/transactions.api';

/** Moves money from the funding account to the caller's; the same key does it once. */
export const addFunds = (request: AddFundsRequest, idempotencyKey: string) =>
  api.post<MoneyMoved>('/balance/update', request, { idempotencyKey });

/** Has whatever shows the account ask for it anew. */
export function useAccountRefresh() {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [balanceKey, transactionsKey]) void queries.invalidateQueries({ queryKey });
  };
}
