import type { CurrentPush, PushSubscription as PushBrowser, PushSubscriptions } from '@bank/contracts/push';
import { api } from '@bank/client/api';
import { useRefresh } from '@bank/client/api-query';
import { useMutation, useQuery } from '@bank/client/query';
import { ownSubscription } from './push-browser';
import { alreadyGone } from '../already-gone';
import { preferencesKey } from '../settings/settings.api';

const pushKey = ['dashboard', 'push', 'subscriptions'];

/** The person's browsers; this one among them is current only while it has its subscription. */
export const usePushBrowsers = () =>
  useQuery({
    queryKey: pushKey,
    queryFn: async ({ signal }) => {
      const own = await ownSubscription();
      if (own) await api.put<CurrentPush>('/push/subscriptions/current', { endpoint: own.endpoint });
      const state = await api.get<PushSubscriptions>('/push/subscriptions', { signal });
      const isHere = (await ownSubscription(state.public_key)) !== undefined;
      return { ...state, current: isHere ? state.subscriptions.find(({ current }) => current) : undefined };
    },
  });

/** Subscribes this browser, which also switches push notifications on. */
export function useAddPushBrowser() {
  const refreshBrowsers = useRefresh(pushKey);
  const refreshPreferences = useRefresh(preferencesKey);
  return useMutation({
    mutationFn: async (subscription: PushSubscription) =>
      api.post<PushBrowser>('/push/subscriptions', subscription.toJSON()),
    onSettled: () => Promise.all([refreshBrowsers(), refreshPreferences()]),
  });
}

/** Removes a browser by its id; this one's own subscription ends as well. */
export function useRemovePushBrowser() {
  const refresh = useRefresh(pushKey);
  return useMutation({
    mutationFn: async ({ id, current }: PushBrowser) => {
      await api.delete(`/push/subscriptions/${id}`).catch(alreadyGone);
      if (current) await (await ownSubscription())?.unsubscribe();
    },
    onSettled: refresh,
  });
}
