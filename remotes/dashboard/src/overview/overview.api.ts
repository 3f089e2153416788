import type { Overview } from '@bank/contracts/overview';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { useQuery, type UseQueryResult } from '@bank/client/query';
import { balanceKey } from '../balance/balance.api';

/** Beside the balance: what makes that anew makes this anew. */
const overviewKey = [...balanceKey, 'overview'];

export type OverviewQuery = UseQueryResult<Overview>;

/** The account at a glance, asked for once; what moves on it is seen as it happens. */
export function useOverview(): OverviewQuery {
  const query = useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => api.get<Overview>('/overview', { signal }),
  });
  useLiveRefresh(['balance', 'transaction', 'card'], overviewKey);
  return query;
}

const parisDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The first day of the bank's month in which a moment falls, `2026-11-01`. */
export const firstOfMonth = (moment: Date) => `${parisDay.format(moment).slice(0, 8)}01`;
