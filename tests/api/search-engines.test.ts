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
  const addresses = { fr: bank.shellUrl + path, en: `${bank.shellUrl}${path}?lang=en` };
  for (const [html, language, own] of [
    [french, 'fr_FR', addresses.fr],
    [english, 'en_GB', addresses.en],
  ] as const) {
    expect(content(html, 'name="description"')).toMatch(/content="[^"]{40,160}"/);
    expect(content(html, 'property="og:locale"')).toContain(language);
    // An alternate whose page names another canonical address is not kept.
    expect(content(html, 'rel="canonical"')).toContain(`href="${own}"`);
    expect(content(html, 'property="og:url"')).toContain(`content="${own}"`);
    expect(content(html, 'hreflang="fr"')).toContain(`href="${addresses.fr}"`);
    expect(content(html, 'hreflang="en"')).toContain(`href="${addresses.en}"`);
    expect(content(html, 'hreflang="x-default"')).toContain(`href="${addresses.fr}"`);
    expect(html).not.toContain('noindex');
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [{}, { url: own }],
    });
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
  const inBoth = pages.flatMap((path) => [bank.shellUrl + path, `${bank.shellUrl}${path}?lang=en`]);
  expect(listed.sort()).toEqual(inBoth.sort());
  for (const language of ['fr', 'en'])
    expect(map.match(new RegExp(`hreflang="${language}"`, 'g'))).toHaveLength(inBoth.length);
});

it('lets search engines onto the customer site only', async () => {
  expect(await read('/robots.txt')).toContain(`Sitemap: ${bank.shellUrl}/sitemap.xml`);
  const backOffice = await fetch(`${bank.backOfficeUrl}/robots.txt`);
  expect(await backOffice.text()).toBe('User-agent: *\nDisallow: /\n');
  expect((await fetch(`${bank.backOfficeUrl}/sitemap.xml`)).status).toBe(404);
});
