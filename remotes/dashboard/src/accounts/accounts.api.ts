import type { Account, AccountList } from '@bank/contracts/accounts';
import type { Currency } from '@bank/contracts/currencies';
import type { TransactionList } from '@bank/contracts/transactions';
import { api } from '@bank/client/api';
import { useLiveApiQuery, useRefresh, useRefreshingMutation } from '@bank/client/api-query';

const accountsKey = ['dashboard', 'accounts'];

/** The accounts, refetched after every movement. */
export const useLiveAccounts = () => useLiveApiQuery<AccountList>(accountsKey, '/accounts', 'transaction');

export const useAccountsRefresh = () => useRefresh(accountsKey);

export const openAccount = (currency: Currency, idempotencyKey: string) =>
  api.post<Account>('/accounts', { currency }, { idempotencyKey });

export const useCloseAccount = () =>
  useRefreshingMutation(accountsKey, ({ id }: Account) => api.delete(`/accounts/${id}`));

export const movementsPerPage = 10;

/** A page of an account's movements, newest first. */
export const useMovements = ({ id }: Account, page: number) =>
  useLiveApiQuery<TransactionList>(
    [...accountsKey, id, 'transactions', page],
    `/accounts/${id}/transactions`,
    'transaction',
    {
      query: { page, limit: movementsPerPage },
      keepsPrevious: true,
      liveKey: [...accountsKey, id, 'transactions'],
    },
  );
