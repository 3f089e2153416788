import type { RememberedBrowsers } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { useApiQuery, useRefresh } from '@bank/client/api-query';
import { useMutation } from '@bank/client/query';
import { alreadyGone } from '../already-gone';

const browsersKey = ['dashboard', 'auth', 'browsers'];

export const useBrowsers = () => useApiQuery<RememberedBrowsers>(browsersKey, '/auth/browsers');

/** Asks for the second factor in a browser again, by its id. */
export function useForgetBrowser() {
  const refresh = useRefresh(browsersKey);
  return useMutation({
    mutationFn: (id: number) => api.delete(`/auth/browsers/${id}`).catch(alreadyGone),
    onSettled: refresh,
  });
}
