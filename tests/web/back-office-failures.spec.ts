import type { Page, Route } from '@playwright/test';
import type { Registry } from '../../libs/contracts/remotes';
import { expect as assert, test } from '../support/bank-fixture';
import { call } from '../support/http';
import { withoutLiveEvents } from './axe';
import { startSession } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

/** What the screens read; the session itself works. */
const reads = /\/api\/(?!auth\/|events|remotes)/;

const failing = {
  'answers with its own fault': (route: Route) =>
    route.fulfill({ status: 500, json: { error: 'Panne.', code: 'INTERNAL', request_id: 'r-1' } }),
  'is replaced by a proxy': (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
  'cannot be reached': (route: Route) => route.abort(),
};

const retries = (page: Page) => page.getByRole('button', { name: 'Réessayer' });

/** Every screen of a remote in the back-office; of a detail page the one of the first object. The history is of what is asked for. */
async function screensOf(remote: string, backOfficeUrl: string): Promise<string[]> {
  const { body } = await call<Registry>('GET', `${backOfficeUrl}/remotes.json`);
  const routes = body.remotes.filter(({ name }) => name === remote).flatMap((each) => each.routes);
  return routes
    .filter(({ hosts, audience }) => hosts.includes('back-office') && audience === 'administrator')
    .map(({ path }) => path.replace(/:\w+/g, '1'))
    .map((path) => backOfficeUrl + (path === '/admin/history' ? `${path}?about=kyc:1` : path));
}

/** The screens that do not offer a retry for what fails, or do not recover by it. */
async function withoutRetry(page: Page, screens: string[], fail: (route: Route) => Promise<void>) {
  const wrong: string[] = [];
  for (const address of screens) {
    await page.route(reads, fail);
    await page.goto(address);
    try {
      await retries(page).first().waitFor({ timeout: 15_000 });
      // Nothing waits for ever beside it.
      await expect(page.getByRole('main').getByText('Chargement...')).toHaveCount(0);
      await page.unroute(reads, fail);
      await expect(async () => {
        const first = retries(page).first();
        if ((await first.count()) > 0) await first.click({ timeout: 1_000 });
        await expect(retries(page)).toHaveCount(0, { timeout: 1_000 });
      }).toPass({ timeout: 15_000 });
    } catch {
      wrong.push(address);
      await page.unroute(reads, fail);
    }
  }
  return wrong;
}

test('a screen offers a retry when its server answers with its own fault', async ({
  page,
  context,
  bank,
}) => {
  await withoutLiveEvents(context);
  await startSession(page, 'admin', bank.backOfficeUrl);
  const screens = ['/admin/users', '/admin/rail', '/admin/tickets'].map((path) => bank.backOfficeUrl + path);
  expect(await withoutRetry(page, screens, failing['answers with its own fault'])).toEqual([]);
});

for (const remote of ['admin-payments', 'admin-users', 'support']) {
  for (const [kind, fail] of Object.entries(failing)) {
    test(`every screen of ${remote} offers a retry when its server ${kind} @matrix`, async ({
      page,
      context,
      bank,
    }) => {
      test.slow();
      await withoutLiveEvents(context);
      await startSession(page, 'admin', bank.backOfficeUrl);
      const screens = await screensOf(remote, bank.backOfficeUrl);
      expect(screens.length).toBeGreaterThan(3);
      expect(await withoutRetry(page, screens, fail)).toEqual([]);
    });
  }
}

test('a server that hangs is given up on, with a retry', async ({ page, context, bank }) => {
  await withoutLiveEvents(context);
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.clock.install();
  const hang = () => undefined;
  await page.route(/\/api\/admin\/users\?/, hang);
  await page.goto(`${bank.backOfficeUrl}/admin/users`);
  await expect(page.getByRole('main').getByText('Chargement...')).toBeVisible();
  // The read is made once more before the screen gives up.
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(retries(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.unroute(/\/api\/admin\/users\?/, hang);
  await retries(page).click();
  await expect(page.getByRole('row').nth(2)).toBeVisible();
});
