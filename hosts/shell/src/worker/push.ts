import type { PushPayload } from '@bank/contracts/push';

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}
interface NotificationEvent extends ExtendableEvent {
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
    const { title, body, tag, path, open, language, at } = event.data?.json() as PushPayload;
    const options = {
      ...{ body, tag, lang: language, timestamp: at, data: path },
      ...{ icon: '/icons/icon-192.png', actions: [{ action: 'open', title: open }] },
    };
    event.waitUntil(scope.registration.showNotification(title, options));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openPage(scope, String(event.notification.data)));
  });
}

/** A tab that shows the page already comes to the front; the others, where something may be typed, stay as they are. */
async function openPage({ clients, location }: PushScope, path: string): Promise<void> {
  const { href, origin } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = open.find(({ url }) => url === href);
  await (shown ? shown.focus() : clients.openWindow(href));
}
