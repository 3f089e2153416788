import type { PushAction, PushPayload } from '@bank/contracts/push';

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}
interface NotificationEvent extends ExtendableEvent {
  /** The button; empty for a click beside them. */
  action: string;
  notification: Notification;
}
interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
}

/** The part of a service worker's global scope that is used here. */
export interface PushScope {
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}

/** Shows the bank's push messages, and opens the page of one that is clicked. */
export function takePushes(scope: PushScope): void {
  scope.addEventListener('push', (event) => {
    const { title, body, tag, path, open, language, at, actions } = event.data?.json() as PushPayload;
    const buttons = actions ?? [{ action: 'open', title: open }];
    const options = {
      body,
      tag,
      lang: language,
      timestamp: at,
      data: { path, actions } satisfies Shown,
      icon,
      actions: buttons.map(({ action, title: words }) => ({ action, title: words })),
    };
    event.waitUntil(scope.registration.showNotification(title, options));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(act(scope, event));
  });
}

const icon = '/icons/icon-192.png';

/** The data kept with a notification. */
interface Shown {
  path: string;
  actions?: PushAction[] | undefined;
}

/** Runs the button's action; if that fails, and without a button, the page opens. */
async function act(scope: PushScope, { action, notification }: NotificationEvent): Promise<void> {
  // The worker of before kept the page alone.
  const kept = notification.data as Shown | string;
  const { path, actions } = typeof kept === 'string' ? { path: kept } : kept;
  const chosen = actions?.find((each) => each.action === action);
  if (!chosen?.call) return openPage(scope, chosen?.path ?? path);
  const { path: address, body, done } = chosen.call;
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!answer?.ok) return openPage(scope, path);
  const { tag, lang } = notification;
  await scope.registration.showNotification(notification.title, { body: done, tag, lang, icon });
}

/** A tab that shows the page already comes to the front; the others, where something may be typed, stay as they are. */
async function openPage({ clients, location }: PushScope, path: string): Promise<void> {
  const { href, origin } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = open.find(({ url }) => url === href);
  await (shown ? shown.focus() : clients.openWindow(href));
}
