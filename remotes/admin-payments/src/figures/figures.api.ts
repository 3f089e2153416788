import type { AdminStats } from '@bank/contracts/admin';
import { api } from '@bank/client/api';
import { useQuery } from '@bank/client/query';

/** The bank's figures of the moment. */
export const useFigures = () =>
  useQuery({
    queryKey: ['admin', 'stats'],
    queryFn: ({ signal }) => api.get<AdminStats>('/admin/stats', { signal }),
  });
