// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { api, type CallOptions } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@bank/client/query';

interface ApiQueryOptions<T> {
  query?: CallOptions['query'];
  /** Displays the previous page until the next one is fetched. */
  keepsPrevious?: boolean;
  enabled?: boolean;
  initialData?: T;
  /** In ms. */
  staleTime?: number;
  gcTime?: number;
  /** A browser without a network shows the last response, from an encrypted copy (`libs/client/offline`). */
  offline?: boolean;
}

/** Fetches `path`; a fetched response is cached under the key. */
export const useApiQuery = <T>(
  queryKey: QueryKey,
  path: string,
  { query, keepsPrevious, offline, ...options }: ApiQueryOptions<T> = {},
) =>
  useQuery<T>({
    queryKey,
    queryFn: ({ signal }) => api.get<T>(path, { query, signal }),
    placeholderData: keepsPrevious ? keepPreviousData : undefined,
    meta: offline ? { offline } : undefined,
    ...options,
  });

/** The same, refetched after live events of these types; `liveKey` also covers other queries. */
export function useLiveApiQuery<T>(
  queryKey: QueryKey,
  path: string,
  types: Parameters<typeof useLiveRefresh>[0],
  { liveKey = queryKey, ...options }: ApiQueryOptions<T> & { liveKey?: QueryKey } = {},
) {
  const result = useApiQuery<T>(queryKey, path, options);
  useLiveRefresh(types, liveKey);
  return result;
}

/** Returns a function that refetches every query under the key. */
export function useRefresh(queryKey: QueryKey) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey });
}

/**
 * Returns a function that refetches what the page shows, also of other remotes, after a change that may concern all of it; not
 * what is read once (`staleTime: Infinity`).
 */
export function usePageRefresh() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ observers }) => observers.every(({ options }) => options.staleTime !== Infinity),
    });
}

/** A change after whose success every query under the key is refetched, before it counts as done. */
export function useRefreshingMutation<Data, Input>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Data>,
) {
  return useMutation({ mutationFn, onSuccess: useRefresh(queryKey) });
}
