import type { ForeignCurrency } from '@bank/contracts/currencies';
import type { RateHistory, Rates } from '@bank/contracts/rates';
import { useApiQuery } from '@bank/client/api-query';

/** The rates change once a business day. */
const staleTime = 60_000;

export const useRates = () => useApiQuery<Rates>(['dashboard', 'rates'], '/rates', { staleTime });

export const useRateHistory = (currency: ForeignCurrency) =>
  useApiQuery<RateHistory>(['dashboard', 'rates', currency], '/rates/history', {
    query: { currency },
    staleTime,
  });
