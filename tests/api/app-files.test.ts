/** @jest-environment ./tests/support/bank-environment.ts */
import { sharedBank } from '../support/shared-bank';

const { bank } = sharedBank();

interface Manifest {
  id: string;
  lang: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose: string }[];
  shortcuts: { name: string; url: string }[];
}

const manifestOf = async (language: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${bank.shellUrl}/manifest.webmanifest?lang=${language}`, { headers });
  expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  return (await answer.json()) as Manifest;
};

/** Width and height in the header of a PNG file (ISO/IEC 15948, section 11.2.2). */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

describe('the manifest', () => {
  it('is one app in two languages', async () => {
    const [fr, en] = [await manifestOf('fr'), await manifestOf('en')];
    expect([fr.lang, en.lang]).toEqual(['fr', 'en']);
    expect([fr.id, fr.start_url]).toEqual([en.id, en.start_url]);
    expect(fr.shortcuts.map(({ name }) => name)).toContain('Mes opérations');
    expect(en.shortcuts.map(({ name }) => name)).toContain('My transactions');
    expect((await manifestOf('fr', { cookie: 'language=en' })).lang).toBe('en');
  });

  it('names pictures of the sizes that they have, one of them maskable', async () => {
    const { icons } = await manifestOf('fr');
    expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
    const pictures = icons.filter(({ src }) => src.endsWith('.png'));
    expect(pictures.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    for (const { src, sizes } of pictures) {
      const answer = await fetch(bank.shellUrl + src);
      expect([src, sizeOf(Buffer.from(await answer.arrayBuffer()))]).toEqual([src, sizes]);
    }
  });

  it('has shortcuts to pages that exist', async () => {
    const { shortcuts, start_url: start } = await manifestOf('fr');
    for (const url of [start, ...shortcuts.map((each) => each.url)])
      expect([url, (await fetch(bank.shellUrl + url)).status]).toEqual([url, 200]);
  });

  it('is linked from the customer site alone', async () => {
    const pageOf = async (url: string) => (await fetch(url)).text();
    expect(await pageOf(`${bank.shellUrl}/`)).toContain(
      'rel="manifest" href="/manifest.webmanifest?lang=fr"',
    );
    expect(await pageOf(`${bank.backOfficeUrl}/login`)).not.toContain('manifest');
    const others = [bank.backOfficeUrl, bank.embedUrl, bank.partnerUrl].flatMap((origin) =>
      ['/manifest.webmanifest', '/worker.js', '/icons/icon-192.png'].map((file) => fetch(origin + file)),
    );
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([404]));
  });
});

describe('the worker', () => {
  it('is revalidated, and may only fetch from its own site', async () => {
    const { status, headers } = await fetch(`${bank.shellUrl}/worker.js`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
  });

  it('learns of newer releases from each document', async () => {
    const document = await fetch(`${bank.shellUrl}/`);
    const { sequence } = (await (await fetch(`${bank.shellUrl}/remotes.json`)).json()) as {
      sequence: number;
    };
    expect(document.headers.get('registry-sequence')).toBe(String(sequence));
    const again = await fetch(`${bank.shellUrl}/`, {
      headers: { 'if-none-match': document.headers.get('etag') ?? '' },
    });
    expect([again.status, again.headers.get('registry-sequence')]).toEqual([304, String(sequence)]);
  });
});

it.each(['/icons/..%2fpackage.json', '/icons/../package.json', '/icons/none.png'])(
  '%s is not served',
  async (address) => {
    expect((await fetch(bank.shellUrl + address)).status).toBe(404);
  },
);
