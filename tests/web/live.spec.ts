import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { type SignedIn, newCustomer } from '../support/customers';
import { call } from '../support/http';
import { addFunds, enterAs, typeCredentials } from './people';

/** A page may open slowly on a busy machine; live updates have their own deadline. */
const expect = assert.configure({ timeout: 15_000 });

/** The deadline of an event from commit to display: the server polls every second. */
const soon = { timeout: 3_000 };

test.beforeEach(() => test.slow());

/** A separate customer, so that no other test moves their money. */
async function openAccount(url: string, amount: number, username?: string) {
  const person = await newCustomer(url, username ? { username } : {});
  if (amount > 0) await addFunds(url, person, amount);
  return person;
}

const transfer = (url: string, from: SignedIn, to: SignedIn, amount: number, description: string) =>
  call('POST', `${url}/api/balance/transfer`, {
    token: from.token,
    body: { recipient_id: to.id, amount, description },
  });

const balanceOf = (page: Page) => page.getByRole('region', { name: /^Solde/ });

/** The calls of a page from now on, except the stream. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname);
  });
  return calls;
}

test('a transfer appears in every tab of both people at once, and idle pages make no calls', async ({
  context,
  browser,
  bank,
}) => {
  const url = bank.shellUrl;
  const [sender, receiver] = [await openAccount(url, 100), await openAccount(url, 0)];
  const other = await browser.newContext();
  await enterAs(context, sender);
  await enterAs(other, receiver);
  const [overview, movements, theirs] = [
    await context.newPage(),
    await context.newPage(),
    await other.newPage(),
  ];
  await overview.goto(`${url}/dashboard`);
  await movements.goto(`${url}/dashboard/transactions`);
  await theirs.goto(`${url}/dashboard`);
  await expect(balanceOf(overview)).toContainText(/100,00\s€/);
  await expect(movements.getByRole('rowheader')).toHaveCount(1);
  await expect(balanceOf(theirs)).toContainText(/0,00\s€/);

  await transfer(url, sender, receiver, 12.34, 'Cinéma');
  await Promise.all([
    expect(balanceOf(overview)).toContainText(/87,66\s€/, soon),
    expect(movements.getByRole('rowheader', { name: /Cinéma/ })).toBeVisible(soon),
    expect(balanceOf(theirs)).toContainText(/12,34\s€/, soon),
    expect(theirs.getByText('Cinéma')).toBeVisible(soon),
  ]);

  // What the transfer caused may still come in on a busy machine; then there are four seconds of silence.
  await expect(async () => {
    const calls = [overview, movements, theirs].map(callsOf);
    await overview.waitForTimeout(4_000);
    expect(calls).toEqual([[], [], []]);
  }).toPass();
  await other.close();
});

test('one stream serves all tabs of a browser, and moves to another tab when its tab closes', async ({
  context,
  bank,
}) => {
  const url = bank.shellUrl;
  const [sender, receiver] = [await openAccount(url, 100), await openAccount(url, 0)];
  await enterAs(context, receiver);
  const streams: Page[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.frame().page());
  });
  const first = await context.newPage();
  await first.goto(`${url}/dashboard`);
  await expect.poll(() => streams.length, { timeout: 15_000 }).toBe(1);
  const second = await context.newPage();
  await second.goto(`${url}/dashboard`);
  await expect(balanceOf(second)).toContainText(/0,00\s€/);
  await transfer(url, sender, receiver, 1, '');
  await expect(balanceOf(second)).toContainText(/1,00\s€/, soon);
  expect(streams.length).toBe(1);

  await first.close();
  await expect.poll(() => streams.length, { timeout: 15_000 }).toBe(2);
  expect(streams[1] === second).toBe(true);
  await transfer(url, sender, receiver, 2, '');
  await expect(balanceOf(second)).toContainText(/3,00\s€/, soon);
});

test('a tab whose page loads late shows what happened since its document was asked for', async ({
  context,
  bank,
}) => {
  const url = bank.shellUrl;
  const [sender, receiver] = [await openAccount(url, 100), await openAccount(url, 0)];
  await enterAs(context, receiver);
  const first = await context.newPage();
  await first.goto(`${url}/dashboard`);
  await expect(balanceOf(first)).toContainText(/0,00\s€/);

  const second = await context.newPage();
  let letIn = () => undefined as void;
  const held = new Promise<void>((resolve) => (letIn = resolve));
  await second.route('**/remotes/dashboard/**', async (route) => {
    await held;
    await route.continue();
  });
  const read = second.waitForResponse('**/api/overview');
  await second.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  await read;
  await transfer(url, sender, receiver, 1, '');
  await expect(balanceOf(first)).toContainText(/1,00\s€/, soon);
  letIn();
  await expect(balanceOf(second)).toContainText(/1,00\s€/);
});

test('the second page of a list does not move while it is read', async ({ page, context, bank }) => {
  const url = bank.shellUrl;
  const [sender, receiver] = [await openAccount(url, 100), await openAccount(url, 0)];
  for (let nth = 1; nth <= 13; nth += 1) await transfer(url, sender, receiver, nth, `Envoi ${nth}`);
  await enterAs(context, receiver);
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto(`${url}/dashboard/transactions?page=2`);
  await expect(page.getByRole('rowheader')).toHaveCount(3);
  await page.getByRole('rowheader', { name: /Envoi 1\b/ }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await transfer(url, sender, receiver, 5, 'Envoi 14');
  await expect(page.getByRole('rowheader')).toHaveCount(4, soon);
  await expect(page).toHaveURL(/page=2$/);
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('after a restart of the server the page reconnects and catches up @matrix', async ({
  page,
  context,
  bank,
}) => {
  const url = bank.shellUrl;
  const [sender, receiver] = [await openAccount(url, 100), await openAccount(url, 0)];
  await enterAs(context, receiver);
  await page.goto(`${url}/dashboard`);
  await expect(balanceOf(page)).toContainText(/0,00\s€/);
  // The page is offline, so that it misses the events of the meantime.
  await context.route('**/api/events', (route) => route.abort());
  await bank.restart();
  await transfer(url, sender, receiver, 7, 'Pendant la coupure');
  await page.waitForTimeout(1_500);
  await expect(balanceOf(page)).toContainText(/0,00\s€/);
  await context.unroute('**/api/events');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(balanceOf(page)).toContainText(/7,00\s€/, soon);
  await transfer(url, sender, receiver, 1, 'Après');
  await expect(balanceOf(page)).toContainText(/8,00\s€/, soon);
});

test('signing out ends the stream, and the next person has their own', async ({ page, context, bank }) => {
  const url = bank.shellUrl;
  const one = await openAccount(url, 10);
  const two = await openAccount(url, 20, 'jeanne.suivante');
  await enterAs(context, one);
  await page.goto(`${url}/dashboard`);
  await expect(balanceOf(page)).toContainText(/10,00\s€/);
  const streamEnded = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'));
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await streamEnded;
  await expect(page).toHaveURL(/\/login/);

  await typeCredentials(page, 'jeanne.suivante');
  await expect(balanceOf(page)).toContainText(/20,00\s€/);
  await transfer(url, two, one, 5, '');
  await expect(balanceOf(page)).toContainText(/15,00\s€/, soon);
});
