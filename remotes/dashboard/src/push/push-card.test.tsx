import { press, renderPage, type Server, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import { PushCard } from './push-card';

signInBeforeEach();

const key = `B${'A'.repeat(86)}`;
const endpoint = 'https://push.example.org/1';
const browser = { id: 1, device: 'Firefox, Linux', created_at: '2026-11-23T08:00:00Z' };

/** A browser with the Push API. @param subscribing what a subscription leads to */
function withPush(permission: NotificationPermission, subscribing: () => Promise<object>) {
  let subscription: object | null = null;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => (subscription = await subscribing()),
  };
  const registration = { pushManager };
  const worker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  const notification = { permission, requestPermission: async () => (notification.permission = 'granted') };
  Object.assign(globalThis, { PushManager: class {}, Notification: notification });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
}

afterEach(() => {
  for (const name of ['PushManager', 'Notification']) delete (globalThis as Record<string, unknown>)[name];
  delete (navigator as unknown as Record<string, unknown>).serviceWorker;
});

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+')), (c) => c.charCodeAt(0)).buffer;
const subscription = (isRemoved: () => void = () => undefined) => ({
  endpoint,
  options: { applicationServerKey: bytes(`${key}=`) },
  toJSON: () => ({ endpoint, keys: { p256dh: key, auth: 'a'.repeat(22) } }),
  unsubscribe: async () => isRemoved(),
});

/** A bank that knows these browsers, and this one once it is added. */
function bankOf(others: object[] = []) {
  let own: object[] = [];
  const fetch: Server = ({ method, path }) => {
    if (path === '/settings/preferences') return { body: {} };
    if (path === '/push/subscriptions/current') return { body: { subscribed: own.length > 0 } };
    if (method === 'POST') own = [{ ...browser, current: true }];
    if (method === 'DELETE') {
      own = [];
      return { status: 204 };
    }
    return { body: method === 'POST' ? own[0] : { public_key: key, subscriptions: [...own, ...others] } };
  };
  return renderPage(<PushCard />, { path: '/settings', fetch });
}

it('explains how a browser without push notifications gets them', async () => {
  bankOf();
  expect(await screen.findByText(/ne peut pas recevoir de notifications push/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('shows how to undo that the person blocked them', async () => {
  withPush('denied', async () => subscription());
  bankOf();
  expect(await screen.findByText(/Vous avez bloqué les notifications/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('switches them on for this browser, and off again', async () => {
  const removed = jest.fn();
  withPush('default', async () => subscription(removed));
  const { calls } = bankOf();
  expect(await screen.findByText(/Votre navigateur vous demandera/)).toBeVisible();
  await press('Activer sur cet appareil');
  expect(await screen.findByText('Notifications push activées sur cet appareil.')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual(subscription().toJSON());
  const on = await screen.findByText('Activées');
  expect(on).toBeVisible();
  // What is there in place of a button that is gone has its focus.
  await waitFor(() => expect(document.activeElement).toContainElement(on));
  expect(document.body).not.toHaveFocus();
  await press('Désactiver sur cet appareil');
  const enable = await screen.findByRole('button', { name: 'Activer sur cet appareil' });
  await waitFor(() => expect(document.activeElement).toContainElement(enable));
  expect(document.body).not.toHaveFocus();
  expect(removed).toHaveBeenCalled();
});

it('claims nothing when the browser cannot reach its push service', async () => {
  withPush('default', () => Promise.reject(new Error('push service error')));
  const { calls } = bankOf();
  await screen.findByText(/Votre navigateur vous demandera/);
  await press('Activer sur cet appareil');
  expect(await screen.findByText(/n’a pas pu s’inscrire à son service de notifications/)).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('lists the person’s other browsers, which can be removed', async () => {
  const { calls } = bankOf([{ ...browser, id: 7, device: 'Safari, iOS', current: false }]);
  await press('Retirer Safari, iOS');
  expect(await screen.findByText('Safari, iOS ne reçoit plus de notifications push.')).toBeVisible();
  expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/push/subscriptions/7');
});
