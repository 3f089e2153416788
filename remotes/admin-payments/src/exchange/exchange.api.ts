import type { ExchangeState } from '@bank/contracts/exchange';
import { api } from '@bank/client/api';
import { useApiQuery, useRefreshingMutation } from '@bank/client/api-query';

const stateKey = ['admin-payments', 'exchange'];

/** The rates' age, the bank's positions and its results. */
export const useExchangeState = () => useApiQuery<ExchangeState>(stateKey, '/admin/exchange');

/** Has the bank fetch the rates that their source has now. */
export const useFetchRates = () =>
  useRefreshingMutation(stateKey, () => api.post<ExchangeState>('/admin/exchange/rates'));
