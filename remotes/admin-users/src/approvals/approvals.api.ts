import {
  isAboutMoney,
  type RefuseRequest,
  type StaffApproval,
  type StaffApprovalList,
} from '@bank/contracts/approvals';
import { useLiveApiQuery, usePageRefresh } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { mayDo } from '@bank/client/session';
import type { User } from '@bank/contracts/users';

interface ApprovalQuery {
  page: number;
  /** Empty for all. */
  status: string;
}

const approvalsKey = ['admin-users', 'approvals'];

/** One page of the requests for a second approval, refreshed by live events. */
export function useApprovals(query: ApprovalQuery) {
  return useLiveApiQuery<StaffApprovalList>([...approvalsKey, query], '/admin/approvals', 'approval_queue', {
    query: { ...query },
    keepsPrevious: true,
    liveKey: approvalsKey,
  });
}

/** Decides on a request, then refreshes every list that it may have changed. */
export function useApprovalDecisions(id: number) {
  const refresh = usePageRefresh();
  const decide = async (path: string, request: object, idempotencyKey: string) => {
    try {
      return await api.post<StaffApproval>(`/admin/approvals/${id}/${path}`, request, { idempotencyKey });
    } finally {
      // Also after a refusal because a colleague was faster.
      void refresh();
    }
  };
  return {
    approve: (key: string) => decide('approve', {}, key),
    refuse: (request: RefuseRequest, key: string) => decide('refuse', request, key),
  };
}

/**
 * Who made a request withdraws it; a colleague refuses it, unless the change is outside their roles or about money of their own:
 * the server then refuses them as well. What would change an administrator is for owners.
 */
export function refusalOf(
  { changes, obstacle, requested_by: requester }: StaffApproval,
  user: User | undefined,
): 'withdraw' | 'refuse' | undefined {
  if (requester.id === user?.id) return 'withdraw';
  if (obstacle === 'OUTSIDE_ROLES') return undefined;
  if (obstacle !== 'OWN_USER_CHANGE') return 'refuse';
  return isAboutMoney(changes) || !mayDo(user, 'change', 'staff:manage') ? undefined : 'refuse';
}

/** Whether the requester withdrew the request. */
export const isWithdrawn = ({ status, requested_by, decided_by }: StaffApproval) =>
  status === 'refused' && decided_by?.id === requested_by.id;
