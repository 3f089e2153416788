import type { LogList } from '@bank/contracts/admin';
import type { JobRunList } from '@bank/contracts/jobs';
import { useApiQuery } from '@bank/client/api-query';
import { download } from '@bank/client/download';
import { countedRows } from '@bank/contracts/pagination';
import { useLanguage } from '@bank/i18n/language';

/** The page size; a shorter page is the last one (specification 1, section 5). */
export const pageSize = 20;

/** The server lists no lines beyond it: older ones are found by filters. */
export const lastPage = countedRows / pageSize;

export type FilterValues = Record<'type' | 'action' | 'user_id' | 'dateFrom' | 'dateTo', string>;

/** One page of the activity log, newest first, in the language of the page; an empty filter is the same as none. */
export const useLogs = (query: FilterValues & { page: number }) =>
  useApiQuery<LogList>(['admin-users', 'logs', query, useLanguage()], '/admin/logs', {
    query: { ...query, limit: pageSize },
    keepsPrevious: true,
  });

export const exportLogs = (filters: FilterValues) =>
  download('/admin/logs/export', { query: { format: 'csv', ...filters } });

/** The newest runs of all jobs fit on the first page. */
export const jobPageSize = 50;

export const useJobRuns = (page: number) =>
  useApiQuery<JobRunList>(['admin-users', 'jobs', page], '/admin/jobs', {
    query: { page, limit: jobPageSize },
    keepsPrevious: true,
  });
