import type { Report } from '@bank/contracts/reports';
import type { ExportFormat } from '@bank/contracts/transactions';
import { useApiQuery } from '@bank/client/api-query';
import { download } from '@bank/client/download';
import type { Period } from './periods';

/** A report, and that of the period before once it is there. */
export interface Compared {
  report: Report;
  before: Report | undefined;
}

/** The report of a period; not fetched for an impossible one. */
export const useReport = (period: Period, isPossible: boolean) =>
  useApiQuery<Report>(['admin-payments', 'reports', period], '/admin/reports', {
    query: { ...period },
    enabled: isPossible,
    keepsPrevious: true,
  });

/** Saves the report as a file, which the server creates. */
export const exportReport = (format: ExportFormat, period: Period) =>
  download('/admin/reports/export', { query: { format, ...period } });
