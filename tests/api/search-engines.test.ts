/** @jest-environment ./tests/support/bank-environment.ts */
import { sharedBank } from '../support/shared-bank';

const { bank } = sharedBank();

const pages = ['/', '/login', '/signup', '/faq', '/contact', '/status'];
const read = async (address: string, headers: Record<string, string> = {}) =>
  (await fetch(bank.shellUrl + address, { headers })).text();
const content = (html: string, selector: string) =>
  new RegExp(`<[^>]*${selector}[^>]*>`).exec(html)?.[0] ?? '';

it.each(pages)('%s has a title, a description and a preview in both languages', async (path) => {
  const [french, english] = [await read(path), await read(`${path}?lang=en`)];
  for (const [html, language] of [
    [french, 'fr_FR'],
    [english, 'en_GB'],
  ] as const) {
    expect(content(html, 'name="description"')).toMatch(/content="[^"]{40,160}"/);
    expect(content(html, 'property="og:locale"')).toContain(language);
    expect(content(html, 'rel="canonical"')).toContain(`href="${bank.shellUrl}${path}"`);
    expect(content(html, 'hreflang="en"')).toContain(`href="${bank.shellUrl}${path}?lang=en"`);
    expect(content(html, 'hreflang="x-default"')).toContain(`href="${bank.shellUrl}${path}"`);
    expect(html).not.toContain('noindex');
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' });
  }
  expect(content(french, 'name="description"')).not.toBe(content(english, 'name="description"'));
});

it('shows a picture of the bank in link previews', async () => {
  const [, address = ''] = /property="og:image" content="([^"]*)"/.exec(await read('/')) ?? [];
  expect(new URL(address).origin).toBe(bank.shellUrl);
  const answer = await fetch(address);
  expect(answer.headers.get('content-type')).toBe('image/png');
  const picture = Buffer.from(await answer.arrayBuffer());
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(picture.length).toBeLessThan(40_000);
});

it.each(['fr', 'en'])(
  'gives search engines each question of the FAQ with its answer (%s)',
  async (language) => {
    const html = await read(`/faq?lang=${language}`);
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const { '@graph': graph } = JSON.parse(data) as {
      '@graph': { '@type': string; mainEntity: unknown[] }[];
    };
    const page = graph.find((each) => each['@type'] === 'FAQPage');
    expect(page?.mainEntity).toHaveLength(html.match(/<details/g)?.length ?? -1);
    for (const asked of page?.mainEntity ?? []) {
      expect(asked).toEqual({
        '@type': 'Question',
        name: expect.stringMatching(/^[^<>&]{5,120}\s?\?$/),
        acceptedAnswer: { '@type': 'Answer', text: expect.stringMatching(/^[^<>]{30,}$/) },
      });
    }
  },
);

it.each(['/dashboard', '/forgot-password', '/nowhere'])('%s is not kept by search engines', async (path) => {
  expect(await read(path)).toContain('<meta name="robots" content="noindex">');
});

it('lists the public pages in both languages', async () => {
  const map = await read('/sitemap.xml');
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
  expect(listed.sort()).toEqual(pages.map((path) => bank.shellUrl + path).sort());
  expect(map.match(/hreflang="en"/g)).toHaveLength(pages.length);
});

it('lets search engines onto the customer site only', async () => {
  expect(await read('/robots.txt')).toContain(`Sitemap: ${bank.shellUrl}/sitemap.xml`);
  const backOffice = await fetch(`${bank.backOfficeUrl}/robots.txt`);
  expect(await backOffice.text()).toBe('User-agent: *\nDisallow: /\n');
  expect((await fetch(`${bank.backOfficeUrl}/sitemap.xml`)).status).toBe(404);
});
