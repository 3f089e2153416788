import type { Account, AccountList } from '@bank/contracts/accounts';
import type { Currency } from '@bank/contracts/currencies';
import type { TransactionList } from '@bank/contracts/transactions';
import { api } from '@bank/client/api';
import { useLiveApiQuery, useRefresh, useRefreshingMutation } from '@bank/client/api-query';
import { accountsKey } from '../account/accounts-key';

/** The accounts, refetched after every movement. */
export const useLiveAccounts = () => useLiveApiQuery<AccountList>(accountsKey, '/accounts', 'transaction');

export const useAccountsRefresh = () => useRefresh(accountsKey);

export const openAccount = (currency: Currency, idempotencyKey: string) =>
  api.post<Account>('/accounts', { currency }, { idempotencyKey });

export const useCloseAccount = () =>
  useRefreshingMutation(accountsKey, ({ id }: Account) => api.delete(`/accounts/${id}`));

export const movementsPerPage = 10;

/** One movement of an account: by the call for those of all of the customer's, refetched with the account's list. */
export const movementOf = ({ id }: Account) =>
  ({
    path: '/user/transactions',
    queryKey: [...accountsKey, String(id), 'transactions'],
    refreshOn: 'transaction',
  }) as const;

/** A page of an account's movements, newest first. */
export function useMovements(account: Account, page: number) {
  const { queryKey, refreshOn } = movementOf(account);
  return useLiveApiQuery<TransactionList>(
    [...queryKey, page],
    `/accounts/${account.id}/transactions`,
    refreshOn,
    {
      query: { page, limit: movementsPerPage },
      keepsPrevious: true,
      liveKey: queryKey,
    },
  );
}
