/** @jest-environment node */
import type { PushPayload } from '@bank/contracts/push';
import { type PushScope, takePushes } from './push';

interface Shown {
  title: string;
  options: { tag?: string; body?: string; data?: unknown; actions?: { action: string; title: string }[] };
}

/** A worker's scope that notes what it shows and opens. */
function worker() {
  const shown: Shown[] = [];
  const opened: string[] = [];
  const listeners: Record<string, (event: object) => void> = {};
  const scope = {
    location: new URL('https://bank.example/worker.js'),
    registration: {
      showNotification: async (title: string, options: Shown['options']) =>
        void shown.push({ title, options }),
    },
    clients: { matchAll: async () => [], openWindow: async (url: string) => void opened.push(url) },
    addEventListener: (type: string, listener: (event: object) => void) => void (listeners[type] = listener),
  };
  takePushes(scope as unknown as PushScope);
  const dispatch = async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners[type]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return {
    shown,
    opened,
    push: (payload: PushPayload) => dispatch('push', { data: { json: () => payload } }),
    click: (action: string, data: unknown) => {
      const notification = { title: 'Paiement', tag: 'n7', lang: 'fr', data, close: () => undefined };
      return dispatch('notificationclick', { action, notification });
    },
  };
}

const payload: PushPayload = {
  title: 'Paiement en ligne à confirmer',
  body: 'Ouvrez Bank PCS.',
  tag: 'n7',
  open: 'Ouvrir',
  path: '/dashboard/cards?challenge=c1',
  language: 'fr',
  at: 1,
  actions: [
    { action: 'approve', title: 'Approuver', path: '/dashboard/cards?challenge=c1' },
    {
      action: 'refuse',
      title: 'Refuser',
      call: { path: '/api/carte/challenges/refuse', body: { token: 'c1.mac' }, done: 'Paiement refusé.' },
    },
  ],
};

const answering = (status: number) => {
  const fetched = jest.fn(async () => new Response(null, { status }));
  global.fetch = fetched as unknown as typeof fetch;
  return fetched;
};

it('shows the buttons of a message, by default one that opens its page', async () => {
  const { push, shown, click, opened } = worker();
  await push(payload);
  expect(shown[0]?.options.actions).toEqual([
    { action: 'approve', title: 'Approuver' },
    { action: 'refuse', title: 'Refuser' },
  ]);
  await push({ ...payload, actions: undefined, path: '/dashboard/transactions' });
  expect(shown[1]?.options.actions).toEqual([{ action: 'open', title: 'Ouvrir' }]);
  await click('open', shown[1]?.options.data);
  await click('approve', shown[0]?.options.data);
  await click('', shown[0]?.options.data);
  expect(opened).toEqual([
    'https://bank.example/dashboard/transactions',
    'https://bank.example/dashboard/cards?challenge=c1',
    'https://bank.example/dashboard/cards?challenge=c1',
  ]);
});

it('refuses by the button, and confirms it only once the bank has', async () => {
  const { push, shown, click, opened } = worker();
  await push(payload);
  const fetched = answering(200);
  await click('refuse', shown[0]?.options.data);
  expect(fetched).toHaveBeenCalledWith(
    '/api/carte/challenges/refuse',
    expect.objectContaining({ method: 'POST', body: JSON.stringify({ token: 'c1.mac' }) }),
  );
  expect(shown[1]).toMatchObject({ title: 'Paiement', options: { body: 'Paiement refusé.', tag: 'n7' } });
  expect(opened).toEqual([]);
  answering(409);
  await click('refuse', shown[0]?.options.data);
  expect(opened).toEqual(['https://bank.example/dashboard/cards?challenge=c1']);
  expect(shown).toHaveLength(2);
});

it('opens the page of a notification that the worker of before has shown', async () => {
  const { click, opened } = worker();
  await click('open', '/dashboard/transactions');
  expect(opened).toEqual(['https://bank.example/dashboard/transactions']);
});
