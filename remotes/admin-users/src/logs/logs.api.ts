import type { LogList } from '@bank/contracts/admin';
import type { JobRunList } from '@bank/contracts/jobs';
import { api } from '@bank/client/api';
import { download } from '@bank/client/download';
import { keepPreviousData, useQuery } from '@bank/client/query';

/** How many lines a page holds; fewer mean that there is no next page (specification 1, section 5). */
export const pageSize = 20;

export type FilterValues = Record<'type' | 'action' | 'user_id' | 'dateFrom' | 'dateTo', string>;

/** One page of the activity log, newest first; an empty filter is the same as none. */
export const useLogs = (query: FilterValues & { page: number }) =>
  useQuery({
    queryKey: ['admin', 'logs', query],
    queryFn: ({ signal }) =>
      api.get<LogList>('/admin/logs', { query: { ...query, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

/** Saves all that the filters leave as a file, which the server makes. */
export const exportLogs = (filters: FilterValues) =>
  download('/admin/logs/export', { query: { format: 'csv', ...filters } });

/** One page of what the bank did by itself, newest first. */
export const useJobRuns = (page: number) =>
  useQuery({
    queryKey: ['admin', 'jobs', page],
    queryFn: ({ signal }) => api.get<JobRunList>('/admin/jobs', { query: { page, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
