import type { CurrentPush } from '@bank/contracts/push';
import { api, withoutActivity } from '../http/api';
import { closePushMessages, stopPush } from '../session/push-messages';

/**
 * Binds the browser's push subscription, if there is one, to the session of now, so that signing out ends it. One of another
 * person, whose session was over before this one began, ends, and their messages leave the screen. Without the server, the next
 * page tries again.
 */
export async function bindPush(): Promise<void> {
  if (globalThis.Notification?.permission !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  const bound = await withoutActivity(() =>
    api.put<CurrentPush>('/push/subscriptions/current', { endpoint }),
  ).catch(() => undefined);
  if (bound?.subscribed !== false) return;
  stopPush();
  closePushMessages();
}
