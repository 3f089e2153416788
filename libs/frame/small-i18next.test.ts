import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance } from 'i18next';
import { textOptions } from '../i18n/i18n-options';
import small from './small-i18next';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['libs/i18n', 'libs/ui', 'remotes/auth', 'remotes/dashboard', 'remotes/support'];
const bundleOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

/** Every pair of files with texts of what a frame may contain. */
const pairs = folders.flatMap((folder) => {
  const locales = path.join(root, folder, 'locales');
  return readdirSync(locales)
    .filter((file) => /(^|\.)fr\.json$/.test(file))
    .map((file) => ({
      ns: `${folder} ${file}`,
      fr: bundleOf(path.join(locales, file)),
      en: bundleOf(path.join(locales, file.replace(/fr\.json$/, 'en.json'))),
    }));
});

const whole = createInstance();
void whole.init({ ...textOptions, lng: 'fr' });

const counts = [undefined, 0, 1, 1.5, 2, 21, 1_000_000];

it('reads every text of a frame as i18next does, with values and for every count', () => {
  expect(pairs.length).toBeGreaterThan(20);
  const differences: string[][] = [];
  let compared = 0;
  for (const { ns, fr, en } of pairs) {
    for (const each of [small, whole]) {
      each.addResourceBundle('fr', ns, fr);
      each.addResourceBundle('en', ns, en);
    }
    for (const [name, text] of [...Object.entries(fr), ['not.there', '']] as const) {
      const key = name.replace(/_(one|other)$/, '');
      const names = [...text.matchAll(/\{\{(.+?)\}\}/g)].map(([, each = '']) => each.trim());
      for (const lng of ['fr', 'en'] as const)
        for (const count of counts) {
          const given = names.map((each) => [each, `<${each}> $& $t(x) {{count}}`]);
          const replace = { ...Object.fromEntries(given), ...(count !== undefined && { count }) };
          for (const values of [replace, undefined]) {
            const options = { ns, lng, count, replace: values };
            const wanted = count === undefined ? key : [key, `${key}_other`];
            const [read, expected] = [small.t(wanted, options), whole.t(wanted, options)];
            if (read !== expected) differences.push([ns, key, read, expected]);
            compared += 1;
          }
        }
    }
  }
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(10_000);
});

it('changes its language, and reports that to those who listen', async () => {
  small.init({ lng: 'en' });
  const heard: string[] = [];
  const listener = (language: string) => heard.push(language);
  small.on('languageChanged', listener);
  await small.changeLanguage('fr');
  small.off('languageChanged', listener);
  await small.changeLanguage('en');
  expect([heard, small.language, small.isInitialized]).toEqual([['fr'], 'en', true]);
});
