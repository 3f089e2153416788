import type { AddFundsRequest, MoneyMoved } from '@bank/contracts/accounts';
import { api, type CallOptions } from '@bank/client/api';
import { expectTransaction } from '@bank/client/live-events';
import { useQueryClient } from '@bank/client/query';
import { accountsKey } from '../account/accounts-key';
import { balanceKey } from '../balance/balance.api';
import { customerTransactions } from '../transactions/transactions.api';

/** Moves money from the funding account to the caller's; idempotent by the key of the options. */
export const addFunds = (request: AddFundsRequest, options: CallOptions) =>
  api.post<MoneyMoved>('/balance/update', request, options);

/** As in `recent-payees.api.ts`, which the first file has: an export would weigh there. */
const recentPayeesKey = ['dashboard', 'payees', 'recent'];

/** Refetches the account after a transaction of the caller's own, once: its live event fetches nothing more. */
export function useAccountRefresh() {
  const queries = useQueryClient();
  return (reference: string) => {
    if (!expectTransaction(reference)) return;
    for (const queryKey of [balanceKey, accountsKey, recentPayeesKey, customerTransactions.queryKey])
      void queries.invalidateQueries({ queryKey });
  };
}
