import type { Status } from '@bank/contracts/status';
import { api } from '@bank/client/api';
import { useQuery } from '@bank/client/query';
import { usePolling } from '@bank/client/use-polling';

/** Milliseconds between readings of an open page. */
const every = 30_000;

/** The bank's public state, read again and again. @param initialData as it was read with the document */
export function useStatus(initialData: Status | undefined) {
  const query = useQuery<Status>({
    queryKey: ['landing', 'status'],
    queryFn: ({ signal }) => api.get<Status>('/status', { signal }),
    ...(initialData && { initialData }),
  });
  usePolling(every, query.refetch);
  return query;
}
