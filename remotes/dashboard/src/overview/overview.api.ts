import type { EventData } from '@bank/contracts/events';
import type { Overview } from '@bank/contracts/overview';
import { useLiveApiQuery } from '@bank/client/api-query';
import type { UseQueryResult } from '@bank/client/query';
import { bankNow } from '@bank/i18n/bank-clock';
import { bankDay } from '@bank/i18n/format';
import { balanceKey, useBalanceEvents } from '../balance/balance.api';

/** Under the key of the balance, so that invalidating that refreshes this too. */
const overviewKey = [...balanceKey, 'overview'];

export type OverviewQuery = UseQueryResult<Overview>;

export function useOverview(): OverviewQuery {
  const query = useLiveApiQuery<Overview>(overviewKey, '/overview', ['transaction', 'card', 'kyc'], {
    offline: true,
  });
  useBalanceEvents(overviewKey, withBalance);
  return query;
}

const withBalance = (overview: Overview, event: EventData<'balance'>): Overview => ({
  ...overview,
  balance: event.current_balance,
  available_balance: event.available_balance,
});

/** The first day of a moment's month in Paris, `2026-11-01`. */
export const firstOfMonth = (moment: Date | number = bankNow()) => `${bankDay(moment).slice(0, 8)}01`;
