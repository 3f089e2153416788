import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import type { ReleaseList } from '@bank/contracts/releases';
import type { ErrorGroupList } from '@bank/contracts/remote-errors';
import type { Bank } from '../support/bank';
import { expect } from '../support/bank-fixture';
import { demonstrationPerson } from '../support/customers';
import { configOf } from '../support/document-config';
import { call } from '../support/http';
import { operatorToken, deployCall, shellOf, ship } from '../support/release-fixture';
import { testWithRemotes as test } from '../support/remotes-fixture';
import { repository } from '../support/repository';
import { until } from '../support/until';

/** A shell with this script, on trial; it brings what the live remotes take. */
async function onTrial(bank: Bank, script: string): Promise<string> {
  const built = await readFile(path.join(repository, 'hosts/shell/dist/host.json'), 'utf8');
  const { shared } = JSON.parse(built) as { shared: Record<string, string> };
  return ship(bank, await operatorToken(bank), shellOf(script, { shared }), 99);
}

/** A browser that gets the shell on trial. */
async function visitorOf(browser: Browser, bank: Bank, version: string) {
  let cookie = '';
  await until(async () => {
    const answer = await fetch(`${bank.shellUrl}/dashboard`);
    [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
    // Before the trial is known nobody gets a cookie.
    return cookie !== '' && (await configOf(`${bank.shellUrl}/dashboard`, cookie)).host_version === version;
  });
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext({ baseURL: bank.shellUrl });
  await context.addCookies([{ name, value, url: bank.shellUrl }]);
  return context.newPage();
}

async function reportsOf(bank: Bank, version: string) {
  const token = await operatorToken(bank);
  const { body } = await deployCall<ReleaseList['remotes'][number]>(bank, token, 'GET', 'shell');
  return body.releases.find((release) => release.version === version)?.reports;
}

/** The errors of a version of the shell, as staff reads them. */
async function errorsOf(bank: Bank, version: string) {
  const { token } = await demonstrationPerson(bank.shellUrl, 'admin');
  const address = `${bank.shellUrl}/api/admin/remote_errors?remote=shell&version=${version}`;
  return (await call<ErrorGroupList>('GET', address, { token })).body.groups;
}

/** Ends a trial; visitors get a cookie, and its shell, for up to a second more. */
async function takeBack(bank: Bank): Promise<void> {
  await deployCall(bank, await operatorToken(bank), 'POST', 'shell/rollback', { reason: 'Fin de l’essai' });
  await until(async () => !(await fetch(`${bank.shellUrl}/dashboard`)).headers.has('set-cookie'));
}

for (const [what, script, kind, name, message] of [
  [
    'throws at once',
    'throw new TypeError("crash of marie@exemple.fr")',
    'render',
    /^TypeError$/,
    /crash of #$/,
  ],
  ['shows nothing', 'void 0', 'render', /^LoadError$/, /^nothing was shown$/],
  ['does not arrive', 'void 1', 'load', /^LoadError$/, /^main\..+ did not load$/],
] as const) {
  test(`a shell that ${what} is reported, though it runs nothing itself`, async ({ browser, bank }) => {
    const version = await onTrial(bank, script);
    const page = await visitorOf(browser, bank, version);
    if (kind === 'load') await page.route('**/assets/shell/main.*', (route) => route.abort());
    await page.clock.install();
    await page.goto('/dashboard');
    await page.clock.fastForward(11_000);
    await expect.poll(async () => (await reportsOf(bank, version))?.[kind]).toBe(1);
    await expect
      .poll(async () => (await errorsOf(bank, version)).map(({ name, message }) => [name, message]))
      .toEqual([[expect.stringMatching(name), expect.stringMatching(message)]]);
    await takeBack(bank);
    await page.context().close();
  });
}

test('the reporter of another version of the server is refused and asked for once; the document’s own reports later', async ({
  browser,
  bank,
}) => {
  const version = await onTrial(bank, 'throw new TypeError("two servers")');
  const page = await visitorOf(browser, bank, version);
  let asked = 0;
  await page.route('**/host-failure.js', async (route) => {
    asked += 1;
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `document.title = 'altered';${await answer.text()}` });
  });
  await page.clock.install();
  const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
  await page.goto('/dashboard');
  await refused;
  await page.clock.fastForward(60_000);
  expect([asked, await page.title()]).toEqual([1, expect.not.stringContaining('altered')]);
  expect((await reportsOf(bank, version))?.render).toBe(0);
  await page.unroute('**/host-failure.js');
  await page.reload();
  await expect.poll(async () => (await reportsOf(bank, version))?.render).toBe(1);
  await takeBack(bank);
  await page.context().close();
});

test('a team ships a real shell, which shows every remote, and takes it back @matrix', async ({
  page,
  bank,
}) => {
  test.setTimeout(300_000);
  const workshop = path.join(repository, '.cache', `shells-${process.pid}`);
  const folder = path.join(workshop, 'shell');
  const from = path.relative(repository, workshop);
  const env = { ...process.env, SHIP_SERVER: bank.shellUrl, DEPLOY_TOKEN: await operatorToken(bank) };
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['libs/cli/ship.mjs', 'shell', '--from', from, ...args], {
      cwd: repository,
      env,
    }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
  try {
    await mkdir(workshop, { recursive: true });
    const isSource = (file: string) => !file.includes('/dist');
    await cp(path.join(repository, 'hosts/shell'), folder, { recursive: true, filter: isSource });
    const replaceIn = async (file: string, before: string, after: string) => {
      const at = path.join(folder, file);
      await writeFile(at, (await readFile(at, 'utf8')).replace(before, after));
    };
    await replaceIn('webpack.config.js', '../../webpack.shared.js', '../../../webpack.shared.js');
    await replaceIn('package.json', '"version": "0.1.0"', '"version": "0.1.1"');
    const before = (await configOf(`${bank.shellUrl}/`)).host_version;
    expect(await run()).toMatch(/browser: Each of its screens[\s\S]*0\.1\.1-\w{10} {2}live/);
    await until(async () => (await configOf(`${bank.shellUrl}/`)).host_version !== before);
    await page.goto('/faq');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions fréquentes');
    expect((await configOf(`${bank.shellUrl}/faq`)).prerendered).toMatchObject({ remote: 'support' });
    expect(await run('--rollback', '--reason', 'Essai')).toMatch(/0\.1\.1-\w{10} {2}rolled back/);
    await until(async () => (await configOf(`${bank.shellUrl}/`)).host_version === before);
    expect((await fetch(`${bank.shellUrl}/worker.js`)).status).toBe(200);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
});
