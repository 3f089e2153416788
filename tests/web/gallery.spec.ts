import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import type { Bank } from '../support/bank';
import { buildOf, deployCall, operatorToken, ship, upload } from '../support/release-fixture';
import { repository } from '../support/repository';
import { axeFindsNothing } from './axe';
import { inBothLanguages, type Say } from './languages';
import { startSession } from './people';

const expect = assert.configure({ timeout: 20_000 });

test.slow();

/** The link that `npm run ship -- cards --gallery` prints; a team has nothing but its token. */
async function printedLink(bank: Bank): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['libs/cli/ship.mjs', 'cards', '--gallery'],
    {
      cwd: repository,
      env: { ...process.env, SHIP_SERVER: bank.shellUrl, DEPLOY_TOKEN: await operatorToken(bank) },
    },
  );
  const [link = ''] = /^http\S+$/m.exec(stdout) ?? [];
  expect(stdout).toContain('Every component and the stories of all remotes');
  return link;
}

const remoteOf = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name} Version `) });

/** The design system, and stories of remotes whose pages are for signed-in customers. */
async function showsEverything(page: Page, say: Say) {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(say('Le comptoir', 'The counter'));
  await expect(page.getByRole('heading', { name: say('Tableaux', 'Tables'), exact: true })).toBeVisible();
  const cards = remoteOf(page, 'cards');
  await expect(cards.getByText(say('Perdue ou volée', 'Lost or stolen'), { exact: true })).toBeVisible();
  await expect(cards.getByText(/0\.1\.0-[0-9a-f]{10}/)).toBeVisible();
  const support = remoteOf(page, 'support');
  await expect(
    support.getByText(
      say(/Le commerçant n’a pas pu prouver la livraison/, /The merchant could not prove the delivery/),
    ),
  ).toBeVisible();
}

inBothLanguages('a team opens the gallery by the link that ship prints', async ({ page, bank, say }) => {
  const calls: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  const before = await page.goto(`${bank.shellUrl}/_ui`);
  expect(before?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { name: say('Cette page n’existe pas', 'This page does not exist') }),
  ).toBeVisible();
  refused.length = 0;

  await page.goto(await printedLink(bank));
  await expect(page).toHaveURL(`${bank.shellUrl}/_ui`);
  await showsEverything(page, say);
  await axeFindsNothing(page, 'the gallery');
  // Only what every page reports of its own parts; nothing asks for a person's data.
  expect(calls.filter((path) => path !== '/api/remotes/reports')).toEqual([]);
  expect(refused).toEqual([]);

  await page.reload();
  await showsEverything(page, say);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);

  const visitor = await page.context().browser()!.newPage();
  expect((await visitor.goto(`${bank.shellUrl}/_ui`))?.status()).toBe(404);
  await visitor.close();
});

/** A build of a remote whose one story is a word. */
function telling(name: string, word: string) {
  const container = `bank_${name.replaceAll('-', '_')}_${randomBytes(5).toString('hex')}`;
  const entry = `globalThis.${container} = { init() {}, get: async () => () => ({ default: { pages: { '${name}': () => '' }, slots: { story: () => '${word}' } } }) };`;
  const slots = [{ slot: 'ui.stories', component: 'story', order: 1, audience: 'signed-in' }];
  return buildOf(name, entry, { manifest: { container, slots } });
}

test('a browser with a preview sees the stories of the previewed version', async ({ page, bank }) => {
  const name = `essai-${randomBytes(4).toString('hex')}`;
  const token = await operatorToken(bank);
  await ship(bank, token, telling(name, 'Exemple montré'));
  const version = await upload(bank, token, telling(name, 'Exemple à relire'));
  const link = await printedLink(bank);
  await expect(async () => {
    await page.goto(link);
    await expect(remoteOf(page, name)).toContainText('Exemple montré', { timeout: 2_000 });
  }).toPass();
  const { body } = await deployCall<{ proof: string; cookie: string }>(
    bank,
    token,
    'POST',
    `${name}/${version}/preview`,
    {},
  );
  await page.context().addCookies([{ name: body.cookie, value: body.proof, url: bank.shellUrl }]);
  await page.goto(`${bank.shellUrl}/_ui`);
  await expect(remoteOf(page, name)).toContainText('Exemple à relire');
  await expect(remoteOf(page, name)).toContainText(version);
});

inBothLanguages('staff go from their gallery to that of the customer site', async ({ page, bank, say }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin/gallery`);
  await page
    .getByRole('button', { name: say('Exemples du site client', 'Examples of the customer site') })
    .click();
  await expect(page).toHaveURL(`${bank.shellUrl}/_ui`);
  await showsEverything(page, say);
});
