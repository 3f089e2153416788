import type { Report } from '@bank/contracts/reports';
import type { ExportFormat } from '@bank/contracts/transactions';
import { api } from '@bank/client/api';
import { download } from '@bank/client/download';
import { keepPreviousData, useQuery } from '@bank/client/query';
import type { Period } from './periods';

/** The bank over a period; nothing is asked for one that cannot be. */
export const useReport = (period: Period, isPossible: boolean) =>
  useQuery({
    queryKey: ['admin', 'reports', period],
    queryFn: ({ signal }) => api.get<Report>('/admin/reports', { query: { ...period }, signal }),
    enabled: isPossible,
    placeholderData: keepPreviousData,
  });

/** Saves the report as a file, which the server makes. */
export const exportReport = (format: ExportFormat, period: Period) =>
  download('/admin/reports/export', { query: { format, ...period } });
