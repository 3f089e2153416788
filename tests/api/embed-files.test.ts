import { createHash } from 'node:crypto';
import { demonstrationPartner } from '@bank/contracts/demo';
import { type Bank, startBank } from '../support/bank';

let bank: Bank;

beforeAll(async () => {
  bank = await startBank({ seed: true });
}, 120_000);
afterAll(() => bank.stop());

const get = (path: string) => fetch(bank.shellUrl + path, { redirect: 'manual' });
const frame = (widget: string, key: string) => get(`/embed/frame/${widget}?partner=${key}`);

interface Versions {
  version: string;
  integrity: string;
  protocol: number;
}

describe('the loader', () => {
  it('is at an evergreen address with a short life, for pages of any house', async () => {
    const { status, headers } = await get('/embed/v1/loader.js');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=300, stale-while-revalidate/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('is at the address of its version for good, and is what its integrity says', async () => {
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
      expect(headers.get('referrer-policy')).toBe('no-referrer');
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
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    },
  );

  it('of no known widget is none', async () => {
    expect((await frame('money', demonstrationPartner.key)).status).toBe(404);
  });

  it('leads to the bank when a page cannot show it', async () => {
    const { status, headers } = await get('/embed/open/signup');
    expect([status, headers.get('location')]).toEqual([302, `${bank.shellUrl}/signup`]);
  });

  it('has an origin of its own where one is named', async () => {
    const apart = await startBank({ seed: true, env: { EMBED_ORIGIN: 'https://embed.bank.example' } });
    try {
      const answer = await fetch(`${apart.shellUrl}/embed/frame/chat?partner=${demonstrationPartner.key}`);
      expect(answer.status).toBe(404);
    } finally {
      await apart.stop();
    }
  });
});
