import { api, withoutActivity } from '../http/api';

/**
 * Binds the browser's push subscription, if there is one, to the session of now, so that signing out ends it. Without the
 * server, the next page tries again.
 */
export async function bindPush(): Promise<void> {
  if (globalThis.Notification?.permission !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await withoutActivity(() => api.put('/push/subscriptions/current', { endpoint })).catch(() => undefined);
}
