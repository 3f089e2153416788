import type { MeasurementPeriod, Measurements } from '@bank/contracts/measurements';
import { api } from '@bank/client/api';
import { keepPreviousData, useQuery } from '@bank/client/query';

/** The servers' own measurements in the period, read again every minute. */
export const useMeasurements = (period: MeasurementPeriod) =>
  useQuery<Measurements>({
    queryKey: ['admin-users', 'measurements', period],
    queryFn: ({ signal }) => api.get<Measurements>('/admin/measurements', { query: { period }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
