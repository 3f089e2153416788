/** @jest-environment node */
import type { HostConfig } from '@bank/contracts/host-config';
import { hostConfigElement } from '@bank/contracts/routes';
import { configOf, filesOf, isBuiltFile, mayOpen, notPages, offlineMs, withoutFonts } from './rules';

const seen = { key: 'bank', sequence: 7 };

it.each([
  ['just confirmed', 7, 0, true],
  ['of a newer registry', 8, 1_000, true],
  ['almost a day old', 7, offlineMs, true],
  ['more than a day old', 7, offlineMs + 1, false],
  ['of a registry older than one that was seen', 6, 0, false],
  ['confirmed in the future, by a clock set back', 7, -1, false],
])('a document %s', (_when, sequence, age, expected) => {
  const now = 1_000_000_000;
  expect(mayOpen({ sequence, confirmedAt: now - age }, seen, now)).toBe(expected);
});

it('refuses a document without readable notes', () => {
  expect(mayOpen({ sequence: Number.NaN, confirmedAt: Number.NaN }, seen, 1)).toBe(false);
});

const config = {
  site: 'shell',
  host_files: { 'main.1.js': 'sha256-a' },
  registry: {
    remotes: [
      {
        entry: '/remotes/cards/1.0.0-0123456789/entry.js',
        files: { 'entry.js': 'sha256-b', 'page.css': 'sha256-c', 'page.fr.html': 'sha256-d' },
      },
    ],
  },
} as unknown as HostConfig;

it('lists the files of the document and of every remote, each with its hash', () => {
  const html = `<link rel="icon" href="/assets/shell/favicon.1.svg"><link rel="stylesheet" href="/assets/shell/main.1.js">
<script type="application/json" id="${hostConfigElement}">${JSON.stringify(config)}</script>`;
  expect(configOf(html)).toEqual(config);
  expect(filesOf(html, config)).toEqual([
    { address: '/assets/shell/main.1.js', integrity: 'sha256-a' },
    { address: '/assets/shell/favicon.1.svg' },
    { address: '/remotes/cards/1.0.0-0123456789/entry.js', integrity: 'sha256-b' },
    { address: '/remotes/cards/1.0.0-0123456789/page.css', integrity: 'sha256-c' },
  ]);
  expect(configOf('<p>a proxy’s page</p>')).toBeUndefined();
});

it('keeps no font in Mode simple', () => {
  const files = ['/assets/shell/a.1.woff2', '/assets/shell/b.woff', '/assets/shell/woff2.1.js'];
  const kept = withoutFonts(files.map((address) => ({ address })));
  expect(kept).toEqual([{ address: '/assets/shell/woff2.1.js' }]);
});

it.each([
  ['/assets/shell/main.1.js', true],
  ['/remotes/cards/1.0.0-0123456789/entry.js', true],
  ['/remotes.json', false],
  ['/assets/back-office/main.js', false],
  ['/api/overview', false],
])('whether %s is a file of a build: %s', (pathname, expected) => {
  expect(isBuiltFile(pathname)).toBe(expected);
});

it.each([
  ['/dashboard', true],
  ['/api/docs', false],
  ['/session/end', false],
  ['/robots.txt', false],
  ['/apiary', true],
])('whether %s is a page of the shell: %s', (pathname, expected) => {
  expect(notPages.every((pattern) => !pattern.test(pathname))).toBe(expected);
});
