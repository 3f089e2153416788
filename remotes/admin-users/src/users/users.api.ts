import type { AwaitingApproval } from '@bank/contracts/approvals';
import type {
  AccountLimits,
  ChangeLimitsRequest,
  ManagedUser,
  ManagedUserDetails,
  SavedUser,
  UpdateUserRequest,
  UserList,
} from '@bank/contracts/admin';
import { api } from '@bank/client/api';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@bank/client/query';
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

const usersKey = ['admin', 'users'];

/** One page of the users, each with the balance of their account; an empty filter is the same as none. */
export const useUsers = (query: UserQuery) =>
  useQuery({
    queryKey: [...usersKey, query],
    queryFn: ({ signal }) => api.get<UserList>('/admin/users', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });

/** One user as the server knows them now: a form never begins with what an older list said. */
export const useUser = (id: number) =>
  useQuery({
    queryKey: [...usersKey, 'details', id],
    queryFn: ({ signal }) => api.get<ManagedUserDetails>(`/admin/users/${id}`, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  });

/** Adds a user (no id) or replaces what is written of one, perhaps by a request; the same key does it once. */
export const saveUser = (id: number | undefined, request: UpdateUserRequest, idempotencyKey: string) =>
  id === undefined
    ? api.post<SavedUser | AwaitingApproval>('/admin/users', request, { idempotencyKey })
    : api.put<SavedUser | AwaitingApproval>(`/admin/users/${id}`, request, { idempotencyKey });

/** Replaces the limits of a user's account, in euros, perhaps by a request; the same key does it once. */
export const changeLimits = (id: number, request: ChangeLimitsRequest, idempotencyKey: string) =>
  api.put<AccountLimits | AwaitingApproval>(`/admin/users/${id}/limits`, request, { idempotencyKey });

/** Has the list asked for anew, and who is signed in where it was about them. */
export function useUsersRefresh() {
  const queries = useQueryClient();
  const { user, retry: askWhoIsSignedIn } = useSession();
  return (id?: number) => {
    if (id === user?.id) askWhoIsSignedIn();
    return queries.invalidateQueries({
      queryKey: usersKey,
      predicate: ({ queryKey }) => queryKey[2] !== 'details',
    });
  };
}

/** Lets in who is out, and the other way round; done when the list is there again. */
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

/** Deletes a user, by their id. */
export function useRemoveUser() {
  const refresh = useUsersRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete(`/admin/users/${id}`),
    onSuccess: () => refresh(),
  });
}
