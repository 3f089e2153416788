/** @jest-environment ./tests/support/bank-environment.ts */
import { createHash } from 'node:crypto';
import { demonstrationPartner } from '@bank/contracts/demo';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';

const { bank, database } = sharedBank();

const get = (path: string, site = bank.embedUrl, headers: Record<string, string> = {}) =>
  fetch(site + path, { redirect: 'manual', headers });
const frame = (widget: string, key: string, page = bank.partnerUrl, headers?: Record<string, string>) =>
  get(`/embed/frame/${widget}?partner=${key}&page=${page}`, bank.embedUrl, headers);

/** The policy of a document with one script, by its hash, which one page may frame, or none. */
const refusalOf = (page: string) =>
  new RegExp(
    `^default-src 'none'; script-src 'sha256-[\\w+/]+='; base-uri 'none'; form-action 'none'; frame-ancestors ${page}$`,
  );

interface Versions {
  version: string;
  integrity: string;
  protocol: number;
}

describe('the loader', () => {
  it('is at an evergreen address with a short cache lifetime, for any origin', async () => {
    const { status, headers } = await get('/embed/v1/loader.js');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=300, stale-while-revalidate/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('is permanently at the address of its version, and matches its integrity', async () => {
    const { version, integrity, protocol } = (await (await get('/embed/versions.json')).json()) as Versions;
    expect(protocol).toBe(1);
    const answer = await get(`/embed/${version}/loader.js`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const content = Buffer.from(await answer.arrayBuffer());
    expect(`sha384-${createHash('sha384').update(content).digest('base64')}`).toBe(integrity);
  });

  it.each(['/embed/9.9.9-nothing/loader.js', '/embed/..%2f..%2fkeys/loader.js', '/embed/v1/loader.json'])(
    'answers %s with 404, which no cache keeps',
    async (path) => {
      const { status, headers } = await get(path);
      expect(status).toBe(404);
      expect(headers.get('cache-control') ?? '').not.toContain('immutable');
    },
  );
});

describe('a frame', () => {
  it.each(['chat', 'signup'])(
    'of %s names the pages that may show it, and isolates itself',
    async (widget) => {
      const { status, headers } = await frame(widget, demonstrationPartner.key);
      expect(status).toBe(200);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain(`frame-ancestors ${bank.partnerUrl};`);
      expect(policy).not.toMatch(/unsafe-|\*/);
      expect(headers.get('x-frame-options')).toBeNull();
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      // The form that leads to the bank sends its origin, to the bank only.
      expect(headers.get('referrer-policy')).toBe('strict-origin');
      expect(policy).toContain(`form-action ${bank.shellUrl}/continue;`);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
    },
  );

  it('asks for its styles and scripts with its document', async () => {
    const answer = await frame('chat', demonstrationPartner.key);
    const asked = [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel=preload; as=(\w+)/g)];
    const used = [
      ...(await answer.text()).matchAll(/(?:<script src|<link rel="stylesheet" href)="([^"]+)"/g),
    ];
    expect(asked.map(([, file]) => file)).toEqual(used.map(([, file]) => file));
    expect(new Set(asked.map(([, , kind]) => kind))).toEqual(new Set(['style', 'script']));
    for (const [, file] of asked) expect((await get(file ?? '')).status).toBe(200);
  });

  it.each([['pk_demo_somebody-elses-key'], ['%27%3B--'], ['']])(
    'for the key %s is a refusal',
    async (key) => {
      const { status, headers } = await frame('chat', key);
      expect(status).toBe(404);
      expect(headers.get('link')).toBeNull();
      expect(headers.get('content-security-policy')).toMatch(refusalOf(bank.partnerUrl));
    },
  );

  it('of an unknown widget is not found', async () => {
    expect((await frame('money', demonstrationPartner.key)).status).toBe(404);
  });

  it('names only the embedding page of the partner, and the customer site', async () => {
    await database.rows(
      `INSERT INTO partner_origins (partner_id, origin)
       SELECT partner_id, 'https://secret.example' FROM partner_keys WHERE publishable_key = ?`,
      [demonstrationPartner.key],
    );
    await until(async () => (await frame('chat', demonstrationPartner.key, 'https://secret.example')).ok);
    const answer = await frame('chat', demonstrationPartner.key);
    const all = (await answer.text()) + JSON.stringify([...answer.headers]);
    expect(all).toContain(bank.partnerUrl);
    expect(all).not.toContain('secret.example');
    expect(all).not.toContain(bank.backOfficeUrl);
  });

  it.each([
    ['https://evil.example', 'https://evil.example'],
    ...[
      '*',
      '',
      "'self'",
      'null',
      'https://secret.example https://evil.example',
      "https://a;script-src'*'",
    ].map((page) => [page, "'none'"]),
  ])('is refused to the page %s, with the reason for %s and no data of the partner', async (page, told) => {
    const refused = await frame('chat', demonstrationPartner.key, encodeURIComponent(page!));
    expect(refused.status).toBe(404);
    expect(refused.headers.get('content-security-policy')).toMatch(refusalOf(told!));
    const text = await refused.text();
    expect(text).toContain("code: 'origin'");
    for (const theirs of [demonstrationPartner.key, bank.partnerUrl, 'token', 'bank-frame'])
      expect(text).not.toContain(theirs);
  });

  it('has another token at each load', async () => {
    const tokens = await Promise.all(
      [1, 2].map(async () =>
        /"token":"([\w-]+)"/.exec(await (await frame('chat', demonstrationPartner.key)).text()),
      ),
    );
    expect(tokens[0]?.[1]).not.toBe(tokens[1]?.[1]);
  });

  it('has the framework under the same address as all others: a page with two fetches it once', async () => {
    const addresses = await Promise.all(
      (['chat', 'signup', 'exchange', 'pay'] as const).map(async (widget) => {
        const document = await (await frame(widget, demonstrationPartner.key)).text();
        return /src="([^"]*framework[^"]*)"/.exec(document)?.[1];
      }),
    );
    expect(new Set(addresses)).toEqual(new Set([expect.stringContaining('/embed/assets/')]));
    expect((await get(addresses[0]!)).status).toBe(200);
  });

  it('links to the bank when a page cannot show it', async () => {
    const { status, headers } = await get('/embed/open/signup');
    expect([status, headers.get('location')]).toEqual([302, `${bank.shellUrl}/signup`]);
  });
});

describe('the origin of the frames', () => {
  it.each([
    '/',
    '/login',
    '/api/solde',
    '/api/auth/me',
    '/api/health/ready',
    '/remotes.json',
    '/api/docs',
    '/continue',
  ])('has nothing at %s', async (path) => expect((await get(path)).status).toBe(404));

  const file = '/embed/assets/support/<file>';
  it.each(['/embed/frame/chat', '/%65mbed/frame/chat', file, file.replace('assets', '%61ssets')])(
    'is the only one with %s',
    async (address) => {
      const document = await (await frame('chat', demonstrationPartner.key)).text();
      const name = /src="\/embed\/assets\/support\/([^"]+)"/.exec(document)?.[1] ?? '';
      const path = address.replace('<file>', name);
      const query = `?partner=${demonstrationPartner.key}&page=${bank.partnerUrl}`;
      for (const site of [bank.shellUrl, bank.backOfficeUrl]) {
        const answer = await get(path + query, site);
        expect(answer.status).toBe(404);
        expect(await answer.text()).not.toContain('bank-frame');
      }
      expect((await get(path + query)).status).toBe(200);
    },
  );

  it.each(['/api/embed/opens', '/%61pi/embed/opens'])('is the only one that serves %s', async (path) => {
    const post = (site: string) => fetch(site + path, { method: 'POST', headers: { origin: bank.embedUrl } });
    expect((await post(bank.shellUrl)).status).toBe(404);
    expect((await post(bank.embedUrl)).status).toBe(400);
  });

  it('is given to the loader by the customer site, which older pages refer to', async () => {
    const [old, own] = [await get('/embed/v1/loader.js', bank.shellUrl), await get('/embed/v1/loader.js')];
    for (const header of ['content-type', 'cache-control', 'cross-origin-resource-policy']) {
      expect(old.headers.get(header)).toBe(own.headers.get(header));
    }
    expect(await old.text()).toBe(`{const bank="${bank.embedUrl}";${await own.text()}}`);
  });

  it('is given to a pinned loader as well', async () => {
    const { version } = (await (await get('/embed/versions.json')).json()) as { version: string };
    const path = `/embed/${version}/loader.js`;
    const [old, own] = [await get(path, bank.shellUrl), await get(path)];
    for (const header of ['content-type', 'cache-control', 'cross-origin-resource-policy']) {
      expect(old.headers.get(header)).toBe(own.headers.get(header));
    }
    expect(await old.text()).toBe(`{const bank="${bank.embedUrl}";${await own.text()}}`);
  });
});

describe('guessed keys', () => {
  it('are refused to an address after a few, while valid keys still work', async () => {
    const address = { 'x-forwarded-for': '203.0.113.9' };
    await frame('chat', demonstrationPartner.key);
    const answers = [];
    for (let count = 0; count < 50; count += 1) {
      answers.push(
        await frame('chat', `pk_live_${String(count).padStart(20, 'x')}`, bank.partnerUrl, address),
      );
    }
    const refused = answers.filter(({ status }) => status === 429);
    // The window of a minute may end while they come.
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await frame('chat', demonstrationPartner.key, bank.partnerUrl, address)).status).toBe(200);
  });
});
