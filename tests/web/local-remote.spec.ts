import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect as assert, test } from '../support/bank-fixture';
import { connectTo, promote } from '../support/customers';
import { axeFindsNothing } from './axe';
import { ownCustomer } from './people';

const expect = assert.configure({ timeout: 20_000 });

/** A dev server of the remote `cards`: a hand-written Module Federation container with the shell's React. */
const entry = `var bank_cards = {
  init(shared) { bank_cards.shared = shared; },
  async get() {
    const [react] = Object.values(bank_cards.shared.react);
    const { createElement } = (await react.get())();
    const cards = () => createElement('h1', {}, 'Les cartes de mon poste');
    return () => ({ default: { pages: { cards }, slots: {} } });
  },
};`;

let server: Server;
let address: string;

test.beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const isEntry = url === '/remoteEntry.js';
    response.writeHead(isEntry ? 200 : 404, {
      'Content-Type': 'text/javascript',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.end(isEntry ? entry : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('an administrator loads a remote from their own machine in a deployed shell, and ends it', async ({
  page,
  context,
  bank,
}) => {
  test.slow();
  const admin = await ownCustomer(context, bank.shellUrl);
  const database = connectTo(bank.migrationUrl);
  await promote(database, admin);
  await database.end();
  const mine = page.getByRole('heading', { name: 'Les cartes de mon poste' });
  const badge = page.getByRole('complementary', { name: 'Module de développement' });

  await page.goto(`/dashboard/cards?remote.cards=${address}`);
  const question = page.getByRole('alertdialog', { name: /^Prendre cards sur votre machine/ });
  await expect(question).toContainText(address);
  await axeFindsNothing(page, 'the question');
  await expect(mine).toHaveCount(0);
  await question.getByRole('button', { name: 'Confirmer' }).click();

  await expect(mine).toBeVisible();
  await expect(page).toHaveURL(`${bank.shellUrl}/dashboard/cards`);
  await expect(badge).toContainText(`cards vient de ${address}`);
  await axeFindsNothing(page, 'the badge');
  await badge.getByRole('button', { name: 'Revenir au module publié' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(badge).toHaveCount(0);
  await expect(mine).toHaveCount(0);
});
