import type { PasskeyList } from '@bank/contracts/passkeys';
import { api } from '@bank/client/api';
import { useApiQuery, useRefresh } from '@bank/client/api-query';

const passkeysKey = ['dashboard', 'settings', 'passkeys'];

export const usePasskeys = () => useApiQuery<PasskeyList>(passkeysKey, '/settings/passkeys');
export const useRefreshPasskeys = () => useRefresh(passkeysKey);

export const renamePasskey = (id: number, name: string) =>
  api.put<PasskeyList>(`/settings/passkeys/${id}`, { name });

export const removePasskey = (id: number) => api.delete(`/settings/passkeys/${id}`);
