import type { ErrorDetails, ErrorGroup, ErrorGroupList } from '@bank/contracts/remote-errors';
import { api } from '@bank/client/api';
import { useApiQuery, useRefreshingMutation } from '@bank/client/api-query';

const errorsKey = ['admin-users', 'remote_errors'];

interface ListQuery {
  page: number;
  remote: string;
  version: string;
  state: string;
}

/** One page of the errors that browsers reported. */
export const useRemoteErrors = (query: ListQuery) =>
  useApiQuery<ErrorGroupList>([...errorsKey, 'list', query], '/admin/remote_errors', {
    query: { ...query },
    keepsPrevious: true,
  });

/** One error with its stacks. */
export const useRemoteError = (id: number) =>
  useApiQuery<ErrorDetails>([...errorsKey, 'one', id], `/admin/remote_errors/${id}`);

/** Marks an error as resolved or open; resolves once both screens are refreshed. */
export const useMarkError = (id: number) =>
  useRefreshingMutation(errorsKey, (verb: 'resolve' | 'reopen') =>
    api.post<ErrorGroup>(`/admin/remote_errors/${id}/${verb}`, {}),
  );
