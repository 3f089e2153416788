import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Registry, registry } from '@bank/contracts/remotes';
import { type Bank, startBank } from '../support/bank';
import { configOf } from '../support/document-config';
import { buildOf, isSigned } from '../support/release-fixture';
import { freePorts, ServerProcess } from '../support/server';

let bank: Bank;
let remotesDir: string;

beforeAll(async () => {
  remotesDir = await mkdtemp(path.join(os.tmpdir(), 'bank-remotes-'));
  await cp('remotes/landing/dist', path.join(remotesDir, 'landing/dist'), { recursive: true });
  await cp('remotes/admin-users/dist', path.join(remotesDir, 'admin-users/dist'), { recursive: true });
  bank = await startBank({ remotesDir });
}, 120_000);

afterAll(async () => {
  await bank.stop();
  await rm(remotesDir, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: 'manual' });

describe('the registry', () => {
  it('lists what is published, in the shape of its contract', async () => {
    const body = (await (await get(`${bank.shellUrl}/remotes.json`)).json()) as Registry;
    expect(registry.parse(body).remotes.map(({ name }) => name)).toEqual(['admin-users', 'landing']);
  });

  it('stands in the document of each shell, with the remotes of that shell only', async () => {
    const shell = await configOf(`${bank.shellUrl}/`);
    const backOffice = await configOf(`${bank.backOfficeUrl}/admin/users`);
    expect(shell.registry.remotes.map(({ name }) => name)).toEqual(['landing']);
    expect(backOffice.registry.remotes.map(({ name }) => name)).toEqual(['admin-users']);
    expect(shell.origins['back-office']).toBe(bank.backOfficeUrl);
  });

  it('takes a new remote without a restart, refuses a broken one, and keeps one whose files vanish', async () => {
    const title = { fr: 'Nouveau </script><b>', en: 'New' };
    const routes = [{ path: '/newcomer', page: 'newcomer', title }];
    const { manifest } = buildOf('newcomer', '', { manifest: { routes } });
    const built = JSON.stringify(manifest);
    await publish('newcomer', built);
    await publish('broken', '{ "name": "broken"');
    await publish('impostor', built);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const names = async () =>
      ((await (await get(`${bank.shellUrl}/remotes.json`)).json()) as Registry).remotes.map(
        ({ name }) => name,
      );
    expect(await names()).toEqual(['admin-users', 'landing', 'newcomer']);
    expect((await get(`${bank.shellUrl}/newcomer`)).status).toBe(200);
    expect((await configOf(`${bank.shellUrl}/newcomer`)).registry.remotes).toHaveLength(2);
    await rm(path.join(remotesDir, 'newcomer'), { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await names()).toContain('newcomer');
  });
});

it('what the installation brings is signed anew by a server with other keys', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bank-data-'));
  const other = new ServerProcess(await freePorts(), {
    ...{ DATABASE_URL: bank.databaseUrl, DATABASE_MIGRATION_URL: bank.migrationUrl },
    ...{ DATA_DIR: dataDir, REMOTES_DIR: remotesDir },
  });
  await other.start();
  try {
    const { registry: published, registry_keys: keys } = await configOf(`http://localhost:${other.port}/`);
    const landing = published.remotes.find(({ name }) => name === 'landing');
    expect(landing && isSigned(landing, keys[0])).toBe(true);
    const { registry_keys: before } = await configOf(`${bank.shellUrl}/`);
    expect(before).not.toEqual(keys);
  } finally {
    await other.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function publish(name: string, manifest: string) {
  await mkdir(path.join(remotesDir, name, 'dist'), { recursive: true });
  await writeFile(path.join(remotesDir, name, 'dist/entry.js'), '');
  await writeFile(path.join(remotesDir, name, 'dist/remote.json'), manifest);
}

describe('a host document', () => {
  it('preloads the remote of the requested route and names its page', async () => {
    const { registry: published } = await configOf(`${bank.shellUrl}/`);
    const html = await (await get(`${bank.shellUrl}/`)).text();
    const [landing] = published.remotes;
    const [entry = ''] = landing?.entry.split('/').slice(-1) ?? [];
    expect(html).toContain(
      `<link rel="preload" href="${landing?.entry}" as="script" integrity="${landing?.files[entry]}" crossorigin="anonymous">`,
    );
    expect(html).toMatch(/<title>[^<]+<\/title>/);
  });

  it('allows no inline code but what it hashes, and no framing', async () => {
    const policy = (await get(`${bank.shellUrl}/`)).headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('is revalidated, and answered in Brotli to who understands it', async () => {
    const first = await get(`${bank.shellUrl}/`, { 'accept-encoding': 'br' });
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await get(`${bank.shellUrl}/`, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('has status 404 for an address that no remote owns', async () => {
    const answer = await get(`${bank.shellUrl}/no/such/page`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('leads to the other site when that one owns the route', async () => {
    const answer = await get(`${bank.shellUrl}/users?page=2`);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `${bank.backOfficeUrl}/users?page=2`,
    ]);
  });
});

describe('files', () => {
  it('are immutable, compressed beforehand, and never sniffed', async () => {
    const { registry: published } = await configOf(`${bank.shellUrl}/`);
    const answer = await get(`${bank.shellUrl}${published.remotes[0]?.entry}`, { 'accept-encoding': 'br' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    '/assets/shell/..%2f..%2fpackage.json',
    '/assets/shell/%2e%2e/package.json',
    '/assets/partner-site/package.json',
    '/remotes/landing/1/..%2f..%2fpackage.json',
    '/remotes/..%2fbff/1/main.js',
    '/assets/shell/.stamp',
    '/remotes/landing/1/missing.js',
    '/package.json',
  ])('answers %s with 404, not with a file or a document', async (address) => {
    const answer = await get(bank.shellUrl + address);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });
});

describe('the partner site', () => {
  it('is static, has no /api, and leads to the bank', async () => {
    const page = await get(`${bank.partnerUrl}/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await get(`${bank.partnerUrl}/api/health/live`)).status).toBe(404);
    expect((await get(`${bank.partnerUrl}/go/signup`)).headers.get('location')).toBe(
      `${bank.shellUrl}/signup`,
    );
  });
});

it('the gallery of the design system has a document in development alone', async () => {
  const development = await startBank({ remotesDir, env: { NODE_ENV: 'development' } });
  try {
    expect((await get(`${bank.shellUrl}/_ui`)).status).toBe(404);
    expect((await get(`${development.shellUrl}/_ui`)).status).toBe(200);
    expect((await get(`${development.backOfficeUrl}/_ui`)).status).toBe(404);
  } finally {
    await development.stop();
  }
});
