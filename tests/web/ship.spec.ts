import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { operatorToken } from '../support/release-fixture';
import { repository } from '../support/repository';
import type { Bank } from '../support/bank';

const workshop = path.join(repository, '.cache', `ship-${process.pid}`);
const from = path.relative(repository, workshop);

test.beforeAll(() => mkdir(workshop, { recursive: true }));
test.afterAll(() => rm(workshop, { recursive: true, force: true }));

const run = (bank: Bank, token: string, program: string, ...args: string[]) =>
  promisify(execFile)(program, args, {
    cwd: repository,
    env: { ...process.env, SHIP_SERVER: bank.shellUrl, DEPLOY_TOKEN: token },
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );

/** As a team does it. */
const byNpm = (bank: Bank, token: string, ...args: string[]) =>
  run(bank, token, 'npm', 'run', '--silent', ...args);

/** What `npm run ship` runs, without the time that npm takes for itself. */
const byNode = (bank: Bank, token: string, ...args: string[]) =>
  run(bank, token, process.execPath, 'libs/cli/ship.mjs', ...args);

async function say(language: 'fr' | 'en', lead: string) {
  const file = path.join(workshop, `hello/locales/${language}.json`);
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  await writeFile(file, JSON.stringify({ ...texts, 'hello.lead': lead }));
}

async function opens(page: Page, lead: string) {
  await expect(async () => {
    await page.goto('/hello');
    await expect(page.getByText(lead)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test('a team creates a remote, ships it, releases a canary of the next version, and rolls it back @matrix', async ({
  page,
  browser,
  bank,
}) => {
  test.setTimeout(300_000);
  const token = await operatorToken(bank);
  const ship = (...args: string[]) => byNode(bank, token, 'hello', '--from', from, ...args);
  expect(await byNpm(bank, token, 'new', '--', 'hello', '--into', from)).toContain('a screen at /hello');

  const dryRun = await byNpm(bank, token, 'ship', '--', 'hello', '--from', from, '--dry-run');
  expect(dryRun).toContain('Nothing was changed.');
  expect((await page.goto('/hello'))?.status()).toBe(404);
  expect(await ship()).toMatch(/browser: Each of its screens \(1\) opens[\s\S]* live /);
  await opens(page, 'Cet écran attend son contenu.');

  await say('en', '');
  expect(await ship()).toContain('locales/en.json has no text "hello.lead": add it.');
  await say('en', 'The second version.');
  await say('fr', 'La deuxième version.');
  expect(await ship('--canary', '99')).toContain('canary 99 %');
  const visitor = await (await browser.newContext({ locale: 'fr-FR', baseURL: bank.shellUrl })).newPage();
  await opens(visitor, 'La deuxième version.');

  expect(await ship('--promote')).toContain('live');
  await opens(page, 'La deuxième version.');
  expect(await ship('--rollback')).toContain('A rollback needs a reason');
  expect(await ship('--rollback', '--reason', 'Le texte est faux')).toContain('(Le texte est faux)');
  await opens(page, 'Cet écran attend son contenu.');
  expect(await byNode(bank, 'bpd_unknown', 'hello', '--from', from, '--list')).toContain(
    'the deploy token is unknown or was revoked',
  );
  await visitor.context().close();
});
