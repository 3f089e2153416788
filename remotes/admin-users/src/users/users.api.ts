import type { AwaitingApproval } from '@bank/contracts/approvals';
import type {
  AccountLimits,
  ChangeLimitsRequest,
  ManagedUser,
  ManagedUserDetails,
  ResetFactorsRequest,
  SavedUser,
  UpdateUserRequest,
  UserList,
} from '@bank/contracts/admin';
import { useApiQuery } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { useMutation, useQueryClient } from '@bank/client/query';
import { useSession } from '@bank/client/session';

interface UserQuery {
  page: number;
  search: string;
  role: string;
  status: string;
  kyc_status: string;
  sort: string;
  order: string;
}

const usersKey = ['admin-users', 'users'];

/** One page of the users with their balances; an empty filter is the same as none. */
export const useUsers = (query: UserQuery) =>
  useApiQuery<UserList>([...usersKey, query], '/admin/users', { query: { ...query }, keepsPrevious: true });

/** One user, never from the cache of an older list, since a form starts with it. */
export const useUser = (id: number) =>
  useApiQuery<ManagedUserDetails>([...usersKey, 'details', id], `/admin/users/${id}`, {
    gcTime: 0,
    staleTime: Infinity,
  });

/** Creates (no id) or updates a user, perhaps as a request for approval; idempotent by its key. */
export const saveUser = (id: number | undefined, request: UpdateUserRequest, idempotencyKey: string) =>
  id === undefined
    ? api.post<SavedUser | AwaitingApproval>('/admin/users', request, { idempotencyKey })
    : api.put<SavedUser | AwaitingApproval>(`/admin/users/${id}`, request, { idempotencyKey });

/** Replaces a user's limits, in euros, perhaps as a request for approval; idempotent by its key. */
export const changeLimits = (id: number, request: ChangeLimitsRequest, idempotencyKey: string) =>
  api.put<AccountLimits | AwaitingApproval>(`/admin/users/${id}/limits`, request, { idempotencyKey });

/** Asks a second administrator to reset a user's second factors; idempotent by its key. */
export const resetFactors = (id: number, request: ResetFactorsRequest, idempotencyKey: string) =>
  api.post<AwaitingApproval>(`/admin/users/${id}/factors/reset`, request, { idempotencyKey });

/** Returns a function that refreshes the list, and the session if the user is the caller. */
export function useUsersRefresh() {
  const queries = useQueryClient();
  const { user, retry: refreshSession } = useSession();
  return (id?: number) => {
    if (id === user?.id) refreshSession();
    return queries.invalidateQueries({
      queryKey: usersKey,
      predicate: ({ queryKey }) => queryKey[2] !== 'details',
    });
  };
}

/** Activates or deactivates a user; resolves once the list is refreshed. */
export function useSwitchUser() {
  const refresh = useUsersRefresh();
  return useMutation({
    mutationFn: ({ id, status }: ManagedUser) =>
      api.post<ManagedUser>(`/admin/users/${id}/activate`, {
        status: status === 'active' ? 'inactive' : 'active',
      }),
    onSuccess: ({ id }) => refresh(id),
  });
}

export function useRemoveUser() {
  const refresh = useUsersRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete(`/admin/users/${id}`),
    onSuccess: () => refresh(),
  });
}
