import type { AwaitingApproval } from '@bank/contracts/approvals';
import type {
  CaseAssigneeRequest,
  CaseAssigneeSlice,
  CaseDecisionRequest,
  CaseList,
  CaseMessageRequest,
  CaseNoteRequest,
  CaseRefundRequest,
  CaseSummary,
  StaffCase,
} from '@bank/contracts/cases';
import type { SliceOutcome } from '@bank/contracts/slices';
import { api } from '@bank/client/api';
import { useLiveApiQuery, useRefresh } from '@bank/client/api-query';
import { fetchEachPage } from '@bank/client/selection';
import { useQueryClient } from '@bank/client/query';
import { formWithFiles } from '@bank/client/use-case-files';

const casesKey = ['admin-users', 'cases'];
const oneKey = (id: number) => [...casesKey, 'one', id];
const listKey = [...casesKey, 'list'];

interface ListQuery {
  page: number;
  kind: string;
  state: string;
  mine: string;
  due: string;
}

/** One page of the queue; without filters, what is not decided. Refetched only after a gap in the live events: rows do not move. */
export const useCases = (query: ListQuery) =>
  useLiveApiQuery<CaseList>([...listKey, query], '/admin/cases', [], {
    query: { ...query },
    keepsPrevious: true,
  });

/** The cases of every page that match. */
export const fetchMatching = (query: Omit<ListQuery, 'page'>): Promise<CaseSummary[]> =>
  fetchEachPage(async (page) => {
    const { cases, pagination } = await api.get<CaseList>('/admin/cases', { query: { ...query, ...page } });
    return { rows: cases, pages: pagination.pages };
  });

/** Reads the queue again. */
export const useQueueRefresh = () => useRefresh(listKey);

/** One case, refetched when the customer or a colleague changes it. */
export const useCase = (id: number) =>
  useLiveApiQuery<StaffCase>(oneKey(id), `/admin/cases/${id}`, 'case_queue');

/** Stores a returned case in the cache and refetches the lists. */
export function useCaseUpdate() {
  const queries = useQueryClient();
  return (found: StaffCase) => {
    queries.setQueryData(oneKey(found.id), found);
    void queries.invalidateQueries({ queryKey: listKey });
  };
}

/** Reads a case again, such as after a colleague changed it. */
export function useCaseRefresh(id: number) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: oneKey(id) });
}

export const assignCase = (id: number, request: CaseAssigneeRequest, idempotencyKey?: string) =>
  api.put<StaffCase>(`/admin/cases/${id}/assignee`, request, { ...(idempotencyKey && { idempotencyKey }) });

/** The same with a slice of cases, each of which has an outcome. */
export function assignCases(
  rows: readonly CaseAssigneeSlice['rows'][number][],
  assignee: CaseAssigneeSlice['assignee'],
  idempotencyKey: string,
): Promise<SliceOutcome> {
  const body: CaseAssigneeSlice = { assignee, rows: rows.map(({ id, version }) => ({ id, version })) };
  return api.put<SliceOutcome>('/admin/cases/assignee', body, { idempotencyKey });
}

export const noteInCase = (
  id: number,
  { text }: CaseNoteRequest,
  files: readonly File[],
  idempotencyKey: string,
) => api.post<StaffCase>(`/admin/cases/${id}/notes`, formWithFiles({ text }, files), { idempotencyKey });

export const writeToCustomer = (id: number, request: CaseMessageRequest, idempotencyKey: string) =>
  api.post<StaffCase>(`/admin/cases/${id}/messages`, request, { idempotencyKey });

export const decideCase = (id: number, request: CaseDecisionRequest, idempotencyKey: string) =>
  api.post<StaffCase>(`/admin/cases/${id}/decision`, request, { idempotencyKey });

export const refundCase = (id: number, request: CaseRefundRequest, idempotencyKey: string) =>
  api.post<StaffCase | AwaitingApproval>(`/admin/cases/${id}/refund`, request, { idempotencyKey });

export const readCaseFile = (id: number, file: number) => api.file(`/admin/cases/${id}/files/${file}`);
