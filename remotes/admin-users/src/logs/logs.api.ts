import type { LogList } from '@bank/contracts/admin';
import type { JobRunList } from '@bank/contracts/jobs';
import { api } from '@bank/client/api';
import { keepPreviousData, useQuery } from '@bank/client/query';

/** How many lines a page holds; fewer mean that there is no next page (specification 1, section 5). */
export const pageSize = 20;

interface LogQuery {
  page: number;
  type: string;
  action: string;
  user_id: string;
}

/** One page of the activity log, newest first; an empty filter is the same as none. */
export const useLogs = (query: LogQuery) =>
  useQuery({
    queryKey: ['admin', 'logs', query],
    queryFn: ({ signal }) =>
      api.get<LogList>('/admin/logs', { query: { ...query, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

/** One page of what the bank did by itself, newest first. */
export const useJobRuns = (page: number) =>
  useQuery({
    queryKey: ['admin', 'jobs', page],
    queryFn: ({ signal }) => api.get<JobRunList>('/admin/jobs', { query: { page, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
