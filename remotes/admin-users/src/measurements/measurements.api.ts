import type { MeasurementPeriod, Measurements } from '@bank/contracts/measurements';
import { api } from '@bank/client/api';
import { keepPreviousData, useQuery } from '@bank/client/query';
import { usePolling } from '@bank/client/use-polling';

const everyMs = 60_000;

/** The servers' own measurements in the period, read again every minute. */
export function useMeasurements(period: MeasurementPeriod) {
  const query = useQuery<Measurements>({
    queryKey: ['admin-users', 'measurements', period],
    queryFn: ({ signal }) => api.get<Measurements>('/admin/measurements', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
  usePolling(everyMs, query.refetch);
  return query;
}
