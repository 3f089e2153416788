import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Registry, registry } from '@bank/contracts/remotes';
import { longIt } from '../support/at-length';
import { type Bank, startBank } from '../support/bank';
import { configOf } from '../support/document-config';
import { buildOf, isSigned } from '../support/release-fixture';
import { freePorts, ServerProcess } from '../support/server';
import { until } from '../support/until';

const [firstKey, nextKey] = ['a'.repeat(40), 'b'.repeat(40)];

let bank: Bank;
let remotesDir: string;

beforeAll(async () => {
  remotesDir = await mkdtemp(path.join(os.tmpdir(), 'bank-remotes-'));
  await cp('remotes/landing/dist', path.join(remotesDir, 'landing/dist'), { recursive: true });
  await cp('remotes/admin-users/dist', path.join(remotesDir, 'admin-users/dist'), { recursive: true });
  bank = await startBank({ remotesDir, env: { RELEASE_KEY: `1:${firstKey},2:${nextKey}` } });
}, 120_000);

afterAll(async () => {
  await bank.stop();
  await rm(remotesDir, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: 'manual' });

describe('the registry', () => {
  it('lists the published releases, in the shape of its contract', async () => {
    const body = (await (await get(`${bank.shellUrl}/remotes.json`)).json()) as Registry;
    expect(registry.parse(body).remotes.map(({ name }) => name)).toEqual(['admin-users', 'landing']);
  });

  it('is in the document of each shell, with the remotes of that shell only', async () => {
    const shell = await configOf(`${bank.shellUrl}/`);
    const backOffice = await configOf(`${bank.backOfficeUrl}/admin/users`);
    expect(shell.registry.remotes.map(({ name }) => name)).toEqual(['landing']);
    expect(backOffice.registry.remotes.map(({ name }) => name)).toEqual(['admin-users']);
    expect(shell.origins['back-office']).toBe(bank.backOfficeUrl);
  });

  it('adds a new remote without a restart, refuses a broken one, and keeps one whose files vanish', async () => {
    const title = { fr: 'Nouveau </script><b>', en: 'New' };
    const route = { path: '/newcomer', page: 'newcomer', title };
    const { manifest } = buildOf('newcomer', '', { manifest: { routes: [route] } });
    const built = JSON.stringify(manifest);
    await publish('broken', '{ "name": "broken"');
    await publish('impostor', built);
    // Last: a registry that has it has read the other two.
    await publish('newcomer', built);
    const names = async () =>
      ((await (await get(`${bank.shellUrl}/remotes.json`)).json()) as Registry).remotes.map(
        ({ name }) => name,
      );
    await until(async () => (await names()).includes('newcomer'));
    expect(await names()).toEqual(['admin-users', 'landing', 'newcomer']);
    expect((await get(`${bank.shellUrl}/newcomer`)).status).toBe(200);
    expect((await configOf(`${bank.shellUrl}/newcomer`)).registry.remotes).toHaveLength(2);
    await rm(path.join(remotesDir, 'newcomer'), { recursive: true });
    // A registry that has a later remote has looked for the files as well.
    const later = buildOf('latecomer', '', { manifest: { routes: [{ ...route, path: '/latecomer' }] } });
    await publish('latecomer', JSON.stringify(later.manifest));
    await until(async () => (await names()).includes('latecomer'));
    expect(await names()).toContain('newcomer');
  });
});

longIt('the installed remotes are signed again by a server that uses the next key', async () => {
  const other = new ServerProcess(await freePorts(), {
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    // The second step of a rotation: both servers know both keys, and share their files.
    DATA_DIR: bank.dataDir,
    REMOTES_DIR: remotesDir,
    RELEASE_KEY: `2:${nextKey},1:${firstKey}`,
  });
  await other.start();
  try {
    const { registry: published, registry_keys: keys } = await configOf(`http://localhost:${other.port}/`);
    const landing = published.remotes.find(({ name }) => name === 'landing');
    expect(landing && isSigned(landing, keys[0])).toBe(true);
    const { registry_keys: before } = await configOf(`${bank.shellUrl}/`);
    expect(before[0]).not.toEqual(keys[0]);
    expect([...before].sort()).toEqual([...keys].sort());
  } finally {
    await other.stop();
  }
});

async function publish(name: string, manifest: string) {
  await mkdir(path.join(remotesDir, name, 'dist'), { recursive: true });
  await writeFile(path.join(remotesDir, name, 'dist/entry.js'), '');
  await writeFile(path.join(remotesDir, name, 'dist/remote.json'), manifest);
}

describe('a host document', () => {
  it('preloads the remote of the requested route and names its page', async () => {
    const html = await (await get(`${bank.backOfficeUrl}/users`)).text();
    const { registry: published } = await configOf(`${bank.backOfficeUrl}/users`);
    const users = published.remotes.find(({ name }) => name === 'admin-users');
    const [entry = ''] = users?.entry.split('/').slice(-1) ?? [];
    expect(html).toContain(
      `<link rel="preload" href="${users?.entry}" as="script" integrity="${users?.files[entry]}" crossorigin="anonymous">`,
    );
    expect(html).toMatch(/<title>[^<]+<\/title>/);
  });

  it('preloads what only signed-in persons need where the page is not prerendered', async () => {
    const name = /"(\/assets\/shell\/inside\.\w+\.js)" as="script" integrity="sha256-/;
    expect(await (await get(`${bank.shellUrl}/dashboard`)).text()).toMatch(name);
    expect(await (await get(`${bank.shellUrl}/`)).text()).not.toMatch(name);
  });

  it('allows only hashed inline code, and no framing', async () => {
    const policy = (await get(`${bank.shellUrl}/`)).headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('is revalidated, and sent in Brotli where accepted', async () => {
    const first = await get(`${bank.shellUrl}/`, { 'accept-encoding': 'br' });
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await get(`${bank.shellUrl}/`, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    for (const refusing of ['br;q=0', 'br;q=0, *', 'identity, br;q=0.5', '*;q=0']) {
      const plain = await get(`${bank.shellUrl}/`, { 'accept-encoding': refusing });
      expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
      expect(await plain.text()).toMatch(/^<!doctype html>/i);
    }
  });

  it('has status 404 for an address that no remote owns', async () => {
    const answer = await get(`${bank.shellUrl}/no/such/page`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('redirects to the other site if that one owns the route', async () => {
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
  ])('responds to %s with 404, not with a file or a document', async (address) => {
    const answer = await get(bank.shellUrl + address);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });
});

describe('the partner site', () => {
  it('is static, has no /api, and links to the bank', async () => {
    const page = await get(`${bank.partnerUrl}/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await get(`${bank.partnerUrl}/api/health/live`)).status).toBe(404);
    expect((await get(`${bank.partnerUrl}/go/signup`)).headers.get('location')).toBe(
      `${bank.shellUrl}/signup`,
    );
  });
});

it('the gallery of the design system has a document in the back-office alone', async () => {
  expect((await get(`${bank.shellUrl}/_ui`)).status).toBe(404);
  expect((await get(`${bank.backOfficeUrl}/admin/gallery`)).status).toBe(200);
  expect((await get(`${bank.shellUrl}/admin/gallery`)).status).toBe(404);
});

/** One response to malformed bytes. */
function raw(port: string, request: string): Promise<{ status: number; headers: Headers }> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1');
    let text = '';
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no answer to ${request}`)));
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = ''] = text.split('\r\n\r\n');
      const [line = '', ...fields] = head.split('\r\n');
      const headers = new Headers(
        fields.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]),
      );
      resolve({ status: Number(line.split(' ')[1]), headers });
    });
    // Not ended: Node gives up a request whose sender has gone.
    socket.write(request);
  });
}

/** The headers of every response, from any layer. */
const always = {
  'x-request-id': expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as string,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': expect.stringContaining('frame-ancestors') as string,
  'permissions-policy': expect.stringContaining('camera=()') as string,
  'cross-origin-opener-policy': 'same-origin',
};

function expectHeaders(what: string, { status, headers }: { status: number; headers: Headers }) {
  const found = Object.fromEntries(Object.keys(always).map((name) => [name, headers.get(name)]));
  expect([what, found]).toEqual([what, always]);
  if (status < 400) return;
  expect([what, headers.get('cache-control')]).toEqual([what, 'no-store']);
}

describe('every response', () => {
  const portOf = (url: string) => new URL(url).port;

  it.each([
    ['a document', '/', 200],
    ['a document that nobody has', '/no/such/page', 404],
    ['a redirect to the other site', '/users', 302],
    ['a redirect of a widget', '/embed/open/chat', 302],
    ['a missing file of a shell', '/assets/shell/missing.js', 404],
    ['a missing file of no site', '/assets/nowhere/missing.js', 404],
    ['a missing file of a frame', '/embed/assets/auth/missing.js', 404],
    ['a missing file of no frame', '/embed/assets/..%2fbff/missing.js', 404],
    ['a missing loader', '/embed/9.9.9-none/loader.js', 404],
    ['a frame of nobody', '/embed/frame/chat?partner=nobody', 404],
    ['a frame of nothing', '/embed/frame/nothing', 404],
    ['a missing remote', '/remotes/landing/1.0.0-0123456789/missing.js', 404],
    ['a missing file', '/package.json', 404],
    ['the registry', '/remotes.json', 200],
    ['a call', '/api/health/live', 200],
    ['a missing call', '/api/nothing', 404],
    ['a refused call', '/api/auth/me', 401],
    ['the description', '/api/openapi.json', 200],
    ['the reference', '/api/docs', 200],
    ['an address that is none', '/%E0%A4%A', 404],
    ['an address of a call that is none', '/api/%E0%A4%A', 404],
  ])('has its headers: %s', async (what, address, status) => {
    const answer = await get(bank.shellUrl + address);
    if (!address.includes('%E0')) expect([what, answer.status]).toEqual([what, status]);
    expectHeaders(what, answer);
  });

  it('has its headers: for files, revalidations and other methods', async () => {
    const { registry: published } = await configOf(`${bank.shellUrl}/`);
    const entry = bank.shellUrl + (published.remotes[0]?.entry ?? '');
    const first = await get(entry);
    expectHeaders('a file', first);
    expectHeaders('a file once more', await get(entry, { 'if-none-match': first.headers.get('etag') ?? '' }));
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      for (const address of ['/', '/assets/shell/x.js', '/remotes.json', '/api/health/live', '/nowhere'])
        expectHeaders(`${method} ${address}`, await fetch(bank.shellUrl + address, { method }));
    }
    const large = await fetch(`${bank.shellUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('x'.repeat(1_100_000)),
    });
    expect(large.status).toBe(413);
    expectHeaders('a body that is too large', large);
  });

  it('leaves serial ports to the customer site', async () => {
    const urls = [bank.shellUrl, bank.backOfficeUrl, bank.partnerUrl, `${bank.shellUrl}/embed/frame/chat`];
    const policies = await Promise.all(
      urls.map(async (url) => (await get(url)).headers.get('permissions-policy')),
    );
    expect(policies.map((policy) => policy?.match(/serial=\(\w*\)/)?.[0])).toEqual([
      'serial=(self)',
      'serial=()',
      'serial=()',
      'serial=()',
    ]);
  });

  it('has its headers: the partner’s site', async () => {
    for (const address of ['/', '/go/signup', '/missing', '/missing.js', '/%E0%A4%A', '/%2e%2e/x'])
      expectHeaders(`partner ${address}`, await get(bank.partnerUrl + address));
  });

  it.each([
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n', 417],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    [
      'another host’s address',
      'GET http://evil.example/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      404,
    ],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ])('has its headers: what comes with %s', async (what, request, status) => {
    for (const site of [bank.shellUrl, bank.partnerUrl]) {
      const answer = await raw(portOf(site), request);
      if (site === bank.shellUrl) expect([what, answer.status]).toEqual([what, status]);
      expectHeaders(`${what} at ${site}`, answer);
    }
  });

  it('redirects only within the bank’s sites, for any address', async () => {
    let redirects = 0;
    const own = [bank.shellUrl, bank.backOfficeUrl];
    const starts = [
      '//',
      '/.//',
      '/..//',
      '/%2e//',
      '/\\',
      '/\\/',
      '/./\\',
      '///',
      '/;//',
      '/%5c',
      '/.%2f/',
      '/%09/',
    ];
    const ends = [
      'evil.example',
      'evil.example/x',
      'evil.example/users',
      'evil.example/%2e%2e/users',
      'users',
    ];
    const asks = ['', '?preview=a.b', '?remote.cards=http://localhost:4103', '?page=//evil.example'];
    for (const start of starts) {
      for (const end of ends) {
        for (const ask of asks) {
          const address = start + end + ask;
          const line = `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
          const { headers } = await raw(portOf(bank.shellUrl), line);
          const location = headers.get('location');
          if (location === null) continue;
          redirects += 1;
          const to = new URL(location, bank.shellUrl);
          expect([address, own.includes(to.origin), to.pathname.startsWith('//')]).toEqual([
            address,
            true,
            false,
          ]);
          expectHeaders(address, { status: 302, headers });
        }
      }
    }
    expect(redirects).toBeGreaterThan(50);
  });
});
