import type { UserList } from '@bank/contracts/admin';
import { api } from '@bank/client/api';
import { keepPreviousData, useQuery } from '@bank/client/query';

interface UserQuery {
  page: number;
  search: string;
  role: string;
  status: string;
  kyc_status: string;
}

/** One page of the users by id, each with the balance of their account; an empty filter is the same as none. */
export const useUsers = (query: UserQuery) =>
  useQuery({
    queryKey: ['admin', 'users', query],
    queryFn: ({ signal }) => api.get<UserList>('/admin/users', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });
