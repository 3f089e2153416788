import type { LogList } from '@bank/contracts/admin';
import type { CaseRelations } from '@bank/contracts/case-relations';
import type { FlowStart, MoneyFlow } from '@bank/contracts/money-flow';
import { useApiQuery } from '@bank/client/api-query';

/** People and cases that a case is linked to. */
export const useRelations = (id: number) =>
  useApiQuery<CaseRelations>(['admin-users', 'cases', 'relations', id], `/admin/cases/${id}/relations`);

/** The sources and destinations of money. */
export const useMoneyFlow = (from: FlowStart, id: number) =>
  useApiQuery<MoneyFlow>(['admin-users', 'money-flow', from, id], '/admin/money-flow', {
    query: { from, id },
  });

/** The history of an object, newest first; see `logHistoryQuery`. */
export const useHistory = (about: string, page: number) =>
  useApiQuery<LogList>(['admin-users', 'logs', 'history', about, page], '/admin/logs/history', {
    query: { about, page, limit: 20 },
    keepsPrevious: true,
  });
