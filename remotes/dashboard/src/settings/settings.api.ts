import type { OpenSessions } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { useMutation, useQuery, useQueryClient } from '@bank/client/query';

const sessionsKey = ['auth', 'sessions'];

/** Where the caller is signed in. */
export const useOpenSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.get<OpenSessions>('/auth/sessions', { signal }),
  });

/** Ends one session, by its id, on whatever device it is. */
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.delete(`/auth/sessions/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
}
