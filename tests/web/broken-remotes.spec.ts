import type { Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { testWithRemotes as test } from '../support/remotes-fixture';
import { connectTo } from '../support/customers';
import { exposing, published, republish, versionNow, writeRemote } from './made-remotes';
import { startSession } from './people';
import { matrixUnless } from './matrix';

// The failures in this file are deliberate.
test.use({ allowPageErrors: true });

const stub = 'Cette partie du site ne répond pas';

interface Broken {
  name: string;
  /** The expected report to the server. */
  kind: string;
  entry: (container: string) => string;
  manifest?: object;
  /** For the shell the same failure as an earlier one: only with the long matrices. */
  isAlike?: true;
}

/** What never comes, and a mark in the page that it is awaited. */
const never = '(globalThis.isWaiting = true, new Promise(() => {}))';

/** Broken remotes, each with a valid signature. */
const broken: Broken[] = [
  { name: 'throws-at-load', kind: 'load', entry: () => 'throw new Error("broken on purpose")' },
  {
    name: 'throws-at-render',
    kind: 'render',
    entry: exposing('{ page() { throw new Error("on purpose"); } }'),
    isAlike: true,
  },
  { name: 'exposes-nothing', kind: 'load', entry: () => '', isAlike: true },
  { name: 'exposes-no-page', kind: 'load', entry: exposing('{}'), isAlike: true },
  {
    name: 'is-html',
    kind: 'load',
    entry: () => '<!doctype html><title>Not found</title>',
    isAlike: true,
  },
  {
    name: 'never-loads',
    kind: 'load',
    entry: exposing(`{ page: { load: () => ${never} } }`),
    isAlike: true,
  },
  { name: 'waits-for-ever', kind: 'render', entry: exposing(`{ page() { throw ${never}; } }`) },
  {
    name: 'uses-what-is-gone',
    kind: 'surface',
    entry: exposing('{ page: () => "Half of it runs" }'),
    manifest: { shared: { '@bank/ui/alert': '*' }, surface: { '@bank/ui/alert': { Alert: '----' } } },
  },
];

/** A class component, without React at hand. */
const throwsAtRemoval = `Object.assign(function Page() {}, { prototype: {
  isReactComponent: {},
  render: () => 'Encore là',
  componentWillUnmount() { throw new Error('on purpose'); },
} })`;

test.beforeAll(async ({ remotesDir, bank, playwright }) => {
  const api = await playwright.request.newContext();
  // Installed remotes come first, regardless of their names.
  await expect.poll(() => versionNow(api, bank.shellUrl, 'support')).toBeDefined();
  for (const { name, entry, manifest } of broken)
    await writeRemote(remotesDir, name, entry, `/${name}`, manifest);
  await writeRemote(remotesDir, 'aa-thief', exposing('{ page: () => "Volé" }'), '/faq');
  await writeRemote(remotesDir, 'throws-at-removal', exposing(`{ page: ${throwsAtRemoval} }`));
  const last = await republish(remotesDir, 'landing', {
    name: 'wants-old-react',
    routes: [{ path: '/wants-old-react', page: 'landing', title: { fr: 'Ancien', en: 'Old' } }],
    file: (content) => content.replaceAll(/"\^19\.\d+\.\d+"/g, '"^18.0.0"'),
  });
  await published(api, bank.shellUrl, 'wants-old-react', last);
  await api.dispose();
});

// A shell that a later file ships to this bank must show every screen of every live remote.
test.afterAll(async ({ bank }) => {
  const others = ['is-huge', 'aa-thief', 'throws-at-removal', 'wants-old-react'];
  const database = connectTo(bank.migrationUrl);
  await database.rows(`UPDATE releases SET status = 'retired' WHERE remote IN (?)`, [
    [...broken.map(({ name }) => name), ...others],
  ]);
  await database.rows('UPDATE release_sequence SET value = value + 1');
  await database.end();
});

/** The delay before the browser reports a failure, ms. */
const untilReported = 2_000;
/** More than the shell waits for a part of a page, ms. */
const patience = 16_000;

/** For the page, the shell's patience is over once it waits. */
async function passesPatience(page: Page) {
  await page.waitForFunction(() => 'isWaiting' in globalThis);
  // Again, if the wait is counted from a moment later.
  await expect(async () => {
    await page.clock.fastForward(patience);
    await expect(page.getByText(stub)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** The report of a failure, once the server has accepted it. */
const reported = (page: Page, remote: string, kind: string) =>
  page.waitForResponse((response) => {
    const body = response.request().postData() ?? '';
    const isIt = body.includes(`"remote":"${remote}"`) && body.includes(`"kind":"${kind}"`);
    return response.url().endsWith('/api/remotes/reports') && isIt && response.status() === 204;
  });

/** Expects the notice, a retry, a working navigation, and a report to the server. */
async function breaksAlone(page: Page, remote: string, kind: string) {
  const isAwaited = ['never-loads', 'waits-for-ever'].includes(remote);
  const report = reported(page, remote, kind);
  await page.clock.install();
  await page.goto(`/${remote}`);
  if (isAwaited) await passesPatience(page);
  await expect(page.getByText(stub)).toBeVisible();
  await page.clock.fastForward(untilReported);
  await report;
  await page.getByRole('button', { name: 'Réessayer' }).click();
  // What never comes is awaited again meanwhile.
  if (!isAwaited) await expect(page.getByText(stub)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Connexion' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Connexion|Se connecter/ })).toBeVisible();
}

for (const { name, kind, isAlike } of [...broken, { name: 'wants-old-react', kind: 'load', isAlike: true }]) {
  const tag = isAlike ? '@matrix' : [];
  test(`a remote that ${name.replaceAll('-', ' ')} breaks alone`, { tag }, async ({ page }) => {
    await breaksAlone(page, name, kind);
  });
}

test('a remote that throws while it is removed leaves the page that follows', async ({ page }) => {
  await page.goto('/throws-at-removal');
  await expect(page.getByText('Encore là')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Connexion' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Connexion|Se connecter/ })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /questions/i })).toBeVisible();
});

test('a remote of six megabytes is shown, and the shell keeps working @matrix', async ({
  page,
  bank,
  remotesDir,
}) => {
  const megabytes = `/*${'x'.repeat(6_000_000)}*/`;
  const huge = exposing('{ page: () => "Six mégaoctets plus tard" }');
  await writeRemote(remotesDir, 'is-huge', (container) => megabytes + huge(container));
  await expect.poll(() => versionNow(page.request, bank.shellUrl, 'is-huge')).toBeDefined();
  await page.goto('/is-huge');
  await expect(page.getByText('Six mégaoctets plus tard')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Connexion' }).click();
  await expect(page).toHaveURL('/login');
});

test('a remote that claims another’s route does not get it', async ({ page }) => {
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1, name: /questions/i })).toBeVisible();
  await expect(page).toHaveTitle(/questions|FAQ/i);
});

/** Changes one byte of the server's response. */
const altered = (page: Page, files: string | RegExp) =>
  page.route(files, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()} ` });
  });

for (const [what, file] of [
  ['entry', /\/remotes\/cards\/[^/]+\/remoteEntry\.[^/]+\.js$/],
  ['lazy chunk', /\/remotes\/cards\/[^/]+\/\d+\.[^/]+\.js$/],
  ['style', /\/remotes\/cards\/[^/]+\/\d+\.[^/]+\.css$/],
] as const) {
  test(`a changed byte in the ${what} of a remote is refused${matrixUnless(what === 'entry')}`, async ({
    page,
  }) => {
    await startSession(page, 'marie');
    await altered(page, file);
    const report = reported(page, 'cards', 'integrity');
    await page.clock.install();
    await page.goto('/dashboard/cards');
    await expect(page.getByText(stub)).toBeVisible();
    await page.clock.fastForward(untilReported);
    await report;
    await page.unroute(file);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /cartes/i })).toBeVisible();
  });
}

test('a remote without the bank’s signature is refused until it is signed', async ({ page }) => {
  const forge = (text: string) => text.replace(/("name":"support".*?"signature":")./s, '$1!');
  await page.route('/contact', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: forge(await answer.text()) });
  });
  const report = reported(page, 'support', 'integrity');
  await page.clock.install();
  await page.goto('/contact');
  await expect(page.getByText(stub)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'FAQ' })).toBeHidden();
  await page.clock.fastForward(untilReported);
  await report;
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: /contact/i })).toBeVisible();
});

test('a browser without Ed25519 also checks signatures', async ({ page }) => {
  await page.addInitScript(() => {
    crypto.subtle.importKey = () =>
      Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
  });
  const fallback = page.waitForResponse(/\/assets\/shell\/\d+\.[0-9a-f]+\.js$/);
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1, name: /questions/i })).toBeVisible();
  expect((await fallback).ok()).toBe(true);
});

test('a script without a hash never runs', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The shell is loaded when the page is used, or the browser has nothing else to do.
  await page.waitForFunction(() => 'bankIntegrity' in globalThis);
  const outcomes = await page.evaluate(async () => {
    const [own] = [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
    const tag = (integrity: string) =>
      new Promise<string>((resolve) => {
        const script = document.createElement('script');
        Object.assign(script, { src: `${own?.src}?again`, integrity, crossOrigin: 'anonymous' });
        script.onload = () => resolve('ran');
        script.onerror = () => resolve('refused');
        document.head.append(script);
      });
    const { bankIntegrity } = globalThis as unknown as { bankIntegrity: (address: string) => string };
    return [await tag(''), await tag(bankIntegrity('/remotes/unknown/1.0.0-0000000000/entry.js'))];
  });
  expect(outcomes).toEqual(['refused', 'refused']);
});
