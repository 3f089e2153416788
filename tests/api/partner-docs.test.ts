/** @jest-environment ./tests/support/bank-environment.ts */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { demonstrationPartner } from '../../libs/contracts/demo';
import { testDownEmail, testOutcomes } from '../../libs/contracts/partner-applications';
import { webhookTypes } from '../../libs/contracts/partner-servers';
import { widgets } from '../../libs/contracts/partners';
import { themeTokens } from '../../libs/contracts/widget-theme';
import { repository } from '../support/repository';
import { sharedBank } from '../support/shared-bank';

const { bank } = sharedBank();

const names = ['', '/widgets', '/playground', '/security', '/server', '/trust'];
const read = (file: string) => readFileSync(path.join(repository, 'libs/embed', file), 'utf8');
const get = async (address: string) => {
  const answer = await fetch(bank.shellUrl + address);
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

/** The names between quotes of a part of the package's types. */
const quoted = (from: string, pattern: RegExp) => [...from.matchAll(pattern)].map(([, name]) => name!);
const types = read('index.ts');
const errorCodes = quoted(
  types.slice(types.indexOf('export type BankErrorCode')).split(';')[0]!,
  /'([a-z]+)'/g,
);
const events = quoted(types, /'(bank-[a-z]+)': CustomEvent/g);
const attributes = [
  'partner',
  'locale',
  'theme',
  'launcher',
  'amount',
  'from',
  'to',
  'payee',
  'iban',
  'reference',
  'application',
];
const versions = quoted(read('CHANGELOG.md'), /^## (\d+\.\d+\.\d+)$/gm);

describe.each([
  ['fr', '/partners', '/partners/en'],
  ['en', '/partners/en', '/partners'],
])('the documentation in %s', (language, base, other) => {
  it.each(names)('has the page "%s", with its other language and no inline script', async (name) => {
    const { status, headers, html } = await get(base + name);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`href="${bank.shellUrl}${other}${name}"`);
    expect(html).toContain('aria-current="page"');
    expect(html).not.toMatch(/\{\{\w+\}\}|<script>|undefined/);
    expect(html.includes('<script')).toBe(name === '/playground');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(`script-src 'self' ${bank.embedUrl};`);
    expect(policy).toContain(`frame-src ${bank.embedUrl};`);
    expect(policy).toContain("frame-ancestors 'none'");
    const files = [...html.matchAll(/(?:href|src)="(\/[^"]*\.(?:css|js|svg))"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200]);
  });

  it('names whatever a partner can use', async () => {
    expect([errorCodes.length, events.length, versions.length]).toEqual([8, 6, 2]);
    const all = (await Promise.all(names.map((name) => get(base + name)))).map(({ html }) => html).join('\n');
    const wanted = [
      ...widgets.map((widget) => `<code>bank-${widget}</code>`),
      ...[...errorCodes, ...events, ...Object.keys(themeTokens), ...webhookTypes].map(
        (name) => `<code>${name}</code>`,
      ),
      ...Object.keys(testOutcomes)
        .filter((outcome) => outcome !== 'approved')
        .map((outcome) => `${outcome}@test.example`),
      testDownEmail,
      ...versions,
      `${bank.embedUrl}/embed/v1/loader.js`,
      demonstrationPartner.testKey,
    ];
    expect(wanted.filter((name) => !all.includes(name))).toEqual([]);
    expect(attributes.filter((name) => !new RegExp(`<code>${name}</code>`).test(all))).toEqual([]);
  });

  it('has no link that leads nowhere', async () => {
    for (const name of names) {
      const { html } = await get(base + name);
      const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to]) => to!);
      for (const to of new Set(links)) {
        const [page = '', id] = to.split('#');
        const target = page === '' ? html : (await get(page)).html;
        expect([to, (await get(page === '' ? base + name : page)).status]).toEqual([to, 200]);
        if (id) expect(target).toContain(`id="${id}"`);
      }
    }
  });
});

it('is on the customer site alone', async () => {
  for (const site of [bank.backOfficeUrl, bank.embedUrl])
    expect((await fetch(`${site}/partners`)).status).toBe(404);
  expect((await get('/partners/none')).status).toBe(404);
  expect((await get('/partners/files/..%2flayout.html')).status).not.toBe(200);
});
