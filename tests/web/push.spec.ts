import type { Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { fullChromiumPath } from '../support/chromium';
import { newCustomer } from '../support/customers';
import { call } from '../support/http';
import { testWithRemotes as test } from '../support/remotes-fixture';
import { axeFindsNothing } from './axe';
import { addFunds, ownCustomer } from './people';

/** The world's push service stands for the browser's own, which is outside this machine. */
test.use({ serviceWorkers: 'allow', launchOptions: { executablePath: fullChromiumPath() } });

interface Subscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** What the browser's own push service would give the page: a subscription of the world's. */
function subscribeInWorld({ endpoint, keys }: Subscription) {
  let own: object | null = null;
  PushManager.prototype.getSubscription = async () => own as PushSubscription | null;
  PushManager.prototype.subscribe = async (options) => {
    const [text] = [String(options?.applicationServerKey)];
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const applicationServerKey = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer;
    const unsubscribe = async () => {
      own = null;
      return true;
    };
    own = { endpoint, options: { applicationServerKey }, toJSON: () => ({ endpoint, keys }), unsubscribe };
    return own as PushSubscription;
  };
}

/** Hands the worker of the page what the push service received and decrypted, as a browser does. */
async function workerOf(page: Page, origin: string) {
  const chromium = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    chromium.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    }),
  );
  await chromium.send('ServiceWorker.enable');
  const registrationId = await registered;
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications();
      return notifications.map((notification) => {
        const { actions } = notification as Notification & { actions: { title: string }[] };
        const { title, body, data } = notification as Omit<Notification, 'data'> & { data: Shown };
        return { title, body, data, buttons: actions.map((action) => action.title) };
      });
    });
  return {
    shown,
    deliver: (data: string) =>
      chromium.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
  };
}
interface Shown {
  actions?: { action: string; call?: { path: string; body: object } }[];
}

test('a browser that was added under settings shows payments to confirm, and money without its amount @matrix', async ({
  bank,
  page,
  context,
}) => {
  const who = await ownCustomer(context, bank.shellUrl, { funds: 1_000 });
  const { token } = who;
  const play = async <Body>(path: string, body?: object) =>
    (await call<Body>(body ? 'POST' : 'GET', `${bank.worldUrl}/play/${path}`, { body })).body;
  const list = `${bank.shellUrl}/api/push/subscriptions`;
  const { public_key } = (await call<{ public_key: string }>('GET', list, { token })).body;
  const own = await play<Subscription>('browsers', { application_server_key: public_key });
  const received = async () =>
    (await play<{ messages: { text: string }[] }>(`pushes?browser=${own.id}`)).messages.map(
      ({ text }) => text,
    );
  await context.grantPermissions(['notifications'], { origin: bank.shellUrl });
  await page.addInitScript(subscribeInWorld, own);
  await page.goto('/dashboard/settings?tab=notifications');
  await page.getByRole('button', { name: 'Activer sur cet appareil' }).click();
  await expect(page.getByText('Notifications push activées sur cet appareil.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Désactiver sur cet appareil' })).toBeVisible();
  await axeFindsNothing(page);
  await expect.poll(async () => (await received()).length).toBe(1);

  const sender = await newCustomer(bank.shellUrl);
  await addFunds(bank.shellUrl, sender, 100);
  const sent = await call('POST', `${bank.shellUrl}/api/balance/transfer`, {
    token: sender.token,
    body: { recipient_id: who.id, amount: 12.34 },
  });
  expect(sent.status).toBe(201);
  await expect.poll(async () => (await received()).length).toBe(2);
  const { deliver, shown } = await workerOf(page, bank.shellUrl);
  await deliver((await received())[0] ?? '');
  await expect.poll(shown).toContainEqual(
    expect.objectContaining({
      title: 'Virement reçu',
      body: 'Ouvrez Bank PCS pour lire le détail.',
      buttons: ['Ouvrir'],
    }),
  );

  const card = await call<{ card: { id: number } }>('POST', `${bank.shellUrl}/api/cards/create`, {
    token,
    body: { card_type: 'debit', virtual: true },
  });
  const reveal = `${bank.shellUrl}/api/carte/${card.body.card.id}/reveal`;
  const { number, expiry, code } = (await call<Record<string, string>>('POST', reveal, { token })).body;
  const before = (await received()).length;
  const paid = await play<{ reference: string }>('cards/payments', {
    shop: 'TRAINS05',
    amount: 80,
    number,
    expiry,
    code,
  });
  const challenge = async () => (await received()).find((text) => text.includes('Refuser'));
  await expect.poll(challenge).toBeTruthy();
  expect((await received()).length).toBeGreaterThan(before);
  await deliver((await challenge()) ?? '');
  const asked = async () => (await shown()).find(({ buttons }) => buttons.includes('Refuser'));
  await expect.poll(asked).toMatchObject({
    body: 'Ouvrez Bank PCS pour lire le détail.',
    buttons: ['Approuver', 'Refuser'],
  });
  const refusal = (await asked())?.data.actions?.find(({ action }) => action === 'refuse')?.call;
  const [worker] = context.serviceWorkers();
  // A click on a notification of the system is out of reach; what the button calls is not.
  const status = await worker?.evaluate(
    async ({ path, body }) =>
      (
        await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    refusal ?? { path: '/', body: {} },
  );
  expect(status).toBeLessThan(300);
  const state = async () => (await play<{ state: string }>(`cards/payments/${paid.reference}`)).state;
  await expect.poll(state).toBe('declined');
  expect((await shown()).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/login/);
  // The next person who comes to this computer next sees none of it.
  await expect.poll(shown).toEqual([]);
  await page.goto(bank.worldUrl);
  await expect(page.getByText('Virement reçu').first()).toBeVisible();
});
