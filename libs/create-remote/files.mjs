/**
 * Whether a remote may have a name: one that also names its components, and no shell's.
 * @param {string} name
 */
export const isRemoteName = (name) =>
  /^(?!(?:shell|back-office)$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) &&
  name.length > 1 &&
  name.length <= 40;

/**
 * The files of a new remote: a screen with its texts, a test, and a story for `/_ui`.
 * @param {string} name such as `savings-goals`
 * @param {string} depth the relative path from the remote's folder to the root
 * @returns {Record<string, string>}
 */
export function filesOf(name, depth) {
  const pascal = name.replace(/(^|-)(.)/g, (_match, _dash, letter) => letter.toUpperCase());
  return {
    'package.json': json({
      name: `@bank/remote-${name}`,
      version: '0.1.0',
      private: true,
      type: 'module',
      sideEffects: ['**/*.css'],
    }),
    'remote.json': json(manifestOf(name)),
    'webpack.config.js': `import { remote } from '${depth}webpack.shared.js';\n\nexport default remote(import.meta.url);\n`,
    'locales/fr.json': json({
      [`${key(name)}.lead`]: 'Cet écran attend son contenu.',
      [`${key(name)}.title`]: pascal,
    }),
    'locales/en.json': json({
      [`${key(name)}.lead`]: 'This screen awaits its content.',
      [`${key(name)}.title`]: pascal,
    }),
    'src/texts.ts': textsOf(name),
    'src/remote.tsx': remoteOf(name, pascal),
    [`src/${name}/${name}-page.tsx`]: pageOf(name, pascal),
    [`src/${name}/${name}-page.test.tsx`]: testOf(name, pascal, depth),
    [`src/${name}/${name}-story.tsx`]: storyOf(name, pascal),
  };
}

const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`;

const key = (/** @type {string} */ name) => name.replaceAll('-', '_');

/** @param {string} name */
const manifestOf = (name) => ({
  name,
  version: '0.1.0',
  hosts: ['shell'],
  audience: 'public',
  routes: [{ path: `/${name}`, page: name, title: `${key(name)}.title` }],
  nav: [{ path: `/${name}`, label: `${key(name)}.title`, icon: 'square', order: 90, group: 'public' }],
  slots: [{ slot: 'ui.stories', component: `${name}-story`, order: 90 }],
  budget: { kilobytes: 12, requests: 3 },
});

const textsOf = (/** @type {string} */ name) => `import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/en.json';
import fr from '../locales/fr.json';

/** The texts of this remote. */
export const useTexts = defineTexts('${name}', { fr, en });
`;

/** @param {string} name @param {string} pascal */
const remoteOf = (name, pascal) => `import { defineRemote, deferred } from '@bank/client/remote-module';
import { ${pascal}Page } from './${name}/${name}-page';

export default defineRemote({
  pages: { '${name}': ${pascal}Page },
  slots: {
    '${name}-story': deferred(async () => (await import('./${name}/${name}-story')).${pascal}Story),
  },
});
`;

/** @param {string} name @param {string} pascal */
const pageOf = (name, pascal) => `import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';

export function ${pascal}Page() {
  const { t } = useTexts();
  return (
    <Page layout="area">
      <PageHeading title={t('${key(name)}.title')} lead={t('${key(name)}.lead')} />
    </Page>
  );
}
`;

/** @param {string} name @param {string} pascal @param {string} depth */
const testOf = (name, pascal, depth) => `import { renderPage } from '${depth}../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import { setLanguage } from '@bank/i18n/language';
import { ${pascal}Page } from './${name}-page';

afterEach(() => act(() => setLanguage('fr')));

it('has its title in both languages', () => {
  renderPage(<${pascal}Page />, { path: '/${name}' });
  expect(screen.getByText('Cet écran attend son contenu.')).toBeVisible();
  act(() => setLanguage('en'));
  expect(screen.getByText('This screen awaits its content.')).toBeVisible();
});
`;

/** @param {string} name @param {string} pascal */
const storyOf = (name, pascal) => `import { Card } from '@bank/ui/card';
import { ${pascal}Page } from './${name}-page';

/** The screen on \`/_ui\`: one story for each state worth reviewing. */
export function ${pascal}Story() {
  return (
    <Card>
      <${pascal}Page />
    </Card>
  );
}
`;
