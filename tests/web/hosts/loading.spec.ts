import type { Page } from '@playwright/test';
import { withConsumer } from './consumer';
import { expect, test } from '../../support/bank-fixture';
import type { Hosts } from '../../support/hosts';
import { chatIn, pageWith } from './widget-page';

/** A partner's script that loads the widgets by the package on request. */
const application = `
import { type BankLoadError, loadBank, type LoaderChoice } from '@bank/embed';

const load = (choice: LoaderChoice) =>
  loadBank(choice).then(() => 'loaded', ({ name, code }: BankLoadError) => name + ' ' + code);
Object.assign(window, { load });
`;

interface Choice {
  origin: string;
  version?: string;
  integrity?: string;
}

const load = (page: Page, choice: Choice) =>
  page.evaluate(
    (chosen) => (window as unknown as { load: (choice: Choice) => Promise<string> }).load(chosen),
    choice,
  );

/** A page with the script, under a policy, and a chat. */
function pageOf(hosts: Hosts, path: string, { policy = '', head = '' } = {}) {
  hosts.put(path, {
    html: pageWith(
      `${head}<script nonce="abc" src="/consumer.js" defer></script>`,
      `<bank-chat partner="${hosts.key}"></bank-chat>`,
    ),
    headers: policy === '' ? {} : { 'Content-Security-Policy': policy },
  });
  return hosts.origin + path;
}

test.beforeAll(async ({ hosts }) => {
  await withConsumer(async ({ built }) =>
    hosts.put('/consumer.js', {
      html: await built(application, 19),
      headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
    }),
  );
});

const trusted = "require-trusted-types-for 'script'";

for (const [what, policy] of [
  ['nonces alone and no Trusted Types policy', `script-src 'nonce-abc'; ${trusted}; trusted-types 'none'`],
  ['nonces that pass on', `script-src 'nonce-abc' 'strict-dynamic'; ${trusted}`],
] as const)
  test(`loads under a policy of ${what}`, async ({ page, hosts, bank }) => {
    await page.goto(pageOf(hosts, `/${what.length}`, { policy }));
    expect(await load(page, { origin: bank.shellUrl })).toBe('loaded');
    await chatIn(page).launcher.click();
    await expect(chatIn(page).frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  });

test('loads a pinned version with its integrity, a nonce and the one Trusted Types policy', async ({
  page,
  hosts,
  bank,
}) => {
  const policy = `script-src 'nonce-abc'; ${trusted}; trusted-types bank-embed`;
  await page.goto(pageOf(hosts, '/pinned', { policy }));
  const versions = await fetch(`${bank.embedUrl}/embed/versions.json`);
  const { version, integrity } = (await versions.json()) as { version: string; integrity: string };
  expect(await load(page, { origin: bank.embedUrl, version, integrity })).toBe('loaded');
  await expect(chatIn(page).launcher).toHaveCount(1);
});

test.describe('a load that fails', () => {
  // The browser logs blocked requests in the console.
  test.use({ allowPageErrors: true });

  test('reports that the page’s policy forbids it', async ({ page, hosts, bank }) => {
    await page.goto(pageOf(hosts, '/forbidden', { policy: "script-src 'self'" }));
    expect(await load(page, { origin: bank.shellUrl })).toBe('BankLoadError csp');
    await page.goto(pageOf(hosts, '/untrusted', { policy: `${trusted}; trusted-types 'none'` }));
    const integrity = `sha384-${'A'.repeat(64)}`;
    expect(await load(page, { origin: bank.embedUrl, integrity })).toBe('BankLoadError csp');
  });

  test('reports a failed request, and can be retried', async ({ page, hosts, bank, context }) => {
    await page.goto(pageOf(hosts, '/again'));
    const choice = { origin: bank.shellUrl };
    await page.route('**/embed/v1/loader.js*', (route) => route.abort(), { times: 1 });
    expect(await load(page, choice)).toBe('BankLoadError unavailable');
    await context.setOffline(true);
    expect(await load(page, choice)).toBe('BankLoadError offline');
    await context.setOffline(false);
    expect(await load(page, choice)).toBe('loaded');
  });

  test('reports a server that never responds', async ({ page, hosts, bank }) => {
    await page.clock.install();
    await page.goto(pageOf(hosts, '/silent'));
    await page.route('**/embed/v1/loader.js*', () => undefined);
    const said = load(page, { origin: bank.shellUrl });
    await page.clock.runFor(20_000);
    expect(await said).toBe('BankLoadError timeout');
  });

  test('by a script tag leaves no pending promise', async ({ page, hosts, bank }) => {
    await page.route('**/embed/v1/loader.js*', (route) => route.abort(), { times: 1 });
    await page.goto(pageOf(hosts, '/tag', { head: hosts.loader }));
    await page.waitForLoadState('networkidle');
    expect(await load(page, { origin: bank.shellUrl })).toBe('loaded');
    await expect(chatIn(page).launcher).toHaveCount(1);
  });
});
