import type { RefuseRequest, StaffApproval, StaffApprovalList } from '@bank/contracts/approvals';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { keepPreviousData, useQuery, useQueryClient } from '@bank/client/query';

interface ApprovalQuery {
  page: number;
  /** Empty for all. */
  status: string;
}

const approvalsKey = ['admin', 'approvals'];

/** One page of what waits for a second administrator and of what did; kept true to what colleagues ask and decide. */
export function useApprovals(query: ApprovalQuery) {
  useLiveRefresh('approval_queue', approvalsKey);
  return useQuery({
    queryKey: [...approvalsKey, query],
    queryFn: ({ signal }) => api.get<StaffApprovalList>('/admin/approvals', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Decides on what waits; over once the lists that show it, or what it changed, are asked for anew. */
export function useApprovalDecisions(id: number) {
  const queries = useQueryClient();
  const decide = async (path: string, request: object, idempotencyKey: string) => {
    try {
      return await api.post<StaffApproval>(`/admin/approvals/${id}/${path}`, request, { idempotencyKey });
    } finally {
      // Also when a colleague was faster.
      void queries.invalidateQueries({ queryKey: ['admin'] });
    }
  };
  return {
    approve: (key: string) => decide('approve', {}, key),
    refuse: (request: RefuseRequest, key: string) => decide('refuse', request, key),
  };
}
