import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import type { Registry } from '@bank/contracts/remotes';
import { expect, test } from '../support/bank-fixture';
import { repository } from '../support/repository';
import { startBank, type Bank } from '../support/bank';
import { callsFrom } from '../api/people';
import { connectTo, newCustomer, newPassword, promote } from '../support/customers';
import { buildOf, deployCall, operatorToken, upload } from '../support/release-fixture';
import { lookAtRelease } from '../../libs/cli/release-look.mjs';
import { exposing } from './made-remotes';

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

test('a screen that fails on the second of its sites does not pass', async ({ bank }) => {
  const token = await operatorToken(bank);
  const container = 'bank_on_both_sites_0123456789';
  const heading = `{ $$typeof: Symbol.for('react.transitional.element'), type: 'h1', key: null, props: { children: 'Un écran' } }`;
  const page = `() => { if (location.origin === '${bank.backOfficeUrl}') throw new Error('on purpose'); return ${heading}; }`;
  const build = buildOf('on-both-sites', exposing(`{ page: ${page} }`)(container), {
    manifest: { container, hosts: ['shell', 'back-office'] },
  });
  await upload(bank, token, build);
  const at = `on-both-sites/${build.manifest.version}/preview`;
  const { body } = await deployCall<{ cookie: string; proof: string }>(bank, token, 'POST', at, {});
  const { passed, sentence } = await lookAtRelease(bank.shellUrl, body, build.manifest);
  expect(passed).toBe(false);
  expect(sentence).toContain(`${bank.backOfficeUrl}/on-both-sites does not load`);
});

test('a bank without a demonstration is looked at as an administrator with a second factor @matrix', async () => {
  test.setTimeout(240_000);
  const bank = await startBank({ remotesDir: path.join(repository, 'remotes') });
  const database = connectTo(bank.migrationUrl);
  try {
    const admin = await newCustomer(bank.shellUrl);
    await promote(database, admin);
    const screen = { path: '/admin/validate-payments', hosts: ['back-office'], audience: 'administrator' };
    const look = (environment: Record<string, string>) => {
      Object.assign(process.env, environment);
      return lookAtRelease(
        bank.shellUrl,
        { cookie: 'none', proof: 'none' },
        { name: 'admin-payments', version, hosts: screen.hosts, audience: screen.audience, routes: [screen] },
      );
    };
    const { remotes } = (await (await fetch(`${bank.backOfficeUrl}/remotes.json`)).json()) as Registry;
    const version = remotes.find(({ name }) => name === 'admin-payments')?.version;
    const account = { SHIP_ADMIN_ACCOUNT: `${admin.username}:${newPassword}` };
    await expect(look(account)).rejects.toThrow(/has no authenticator application: .*SHIP_ADMIN_TOTP/);
    const calls = callsFrom(bank.shellUrl);
    const { secret } = (await calls.post<{ secret: string }>('settings/2fa/setup', {}, admin.token)).body;
    const enabled = { code: generateSync({ secret }), password: newPassword };
    await calls.post('settings/2fa/enable', enabled, admin.token);
    await database.rows('UPDATE two_factor SET last_step = last_step - 10 WHERE user_id = ?', [admin.id]);
    await expect(look(account)).rejects.toThrow(/for a code: set SHIP_ADMIN_TOTP=/);
    await expect(look({ SHIP_ADMIN_TOTP: '18!' })).rejects.toThrow('SHIP_ADMIN_TOTP is no secret');
    expect(await look({ SHIP_ADMIN_TOTP: secret.toLowerCase() })).toMatchObject({ passed: true });
    await expect(look({ SHIP_ADMIN_ACCOUNT: `${admin.username}:wrong` })).rejects.toThrow(
      'look at SHIP_ADMIN_ACCOUNT',
    );
  } finally {
    delete process.env.SHIP_ADMIN_ACCOUNT;
    delete process.env.SHIP_ADMIN_TOTP;
    await database.end();
    await bank.stop();
  }
});
