import type { TwoFactorState } from '@bank/contracts/settings';
import { api } from '@bank/client/api';
import { useQuery } from '@bank/client/query';

/** Whether the caller signs in with a second factor, under the key by which its own card knows it. */
export const useTwoFactor = () =>
  useQuery({
    queryKey: ['settings', '2fa'],
    queryFn: ({ signal }) => api.get<TwoFactorState>('/settings/2fa', { signal }),
  });
