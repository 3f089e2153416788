import type { Status } from '@bank/contracts/status';
import { api } from '@bank/client/api';
import { useQuery } from '@bank/client/query';

/** Milliseconds between readings of an open page. */
const every = 30_000;

/** The bank's public state, read again and again. @param initialData as it was read with the document */
export const useStatus = (initialData: Status | undefined) =>
  useQuery<Status>({
    queryKey: ['landing', 'status'],
    queryFn: ({ signal }) => api.get<Status>('/status', { signal }),
    refetchInterval: every,
    ...(initialData && { initialData }),
  });
