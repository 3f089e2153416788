/** The browser's part of push notifications (W3C Push API). */

/** Why this browser receives none, or that it may. */
export type PushPermission = NotificationPermission | 'unsupported';

export function pushPermission(): PushPermission {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  return isSupported ? Notification.permission : 'unsupported';
}

/** The browser's subscription to the bank of this key; undefined without one. */
export async function ownSubscription(publicKey?: string): Promise<PushSubscription | undefined> {
  if (pushPermission() !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && (publicKey === undefined || keyOf(subscription) === publicKey)
    ? subscription
    : undefined;
}

/**
 * Subscribes, in place of a subscription to another key.
 * @throws Error when the browser's push service is out of reach or refuses.
 */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing && keyOf(existing) === publicKey) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** The key to which a subscription is bound, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
