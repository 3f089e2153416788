import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

/** The shape of a remote, as remotes/README.md describes it. */
const remotes = readdirSync(path.join(repository, 'remotes'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The files that import the calls, or the hooks around them. */
const callersAmong = (files: string[], read: (file: string) => string): string[] =>
  files.filter((file) =>
    /import \{[^}]*\bapi\b[^}]*\} from '@bank\/client\/api'|'@bank\/client\/api-query'/.test(read(file)),
  );

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;

describe.each(remotes)('remotes/%s', (name) => {
  const root = path.join(repository, 'remotes', name);
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const files = ['src', 'locales'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file));

  it('has the files that every remote has', () => {
    const expected = [
      'remote.json',
      'package.json',
      'webpack.config.js',
      'src/remote.tsx',
      'src/texts.ts',
      'locales/fr.json',
      'locales/en.json',
    ];
    expect(expected.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('names its files in kebab case, in one folder per feature', () => {
    expect(files.filter((file) => !kebabCase.test(path.basename(file)))).toEqual([]);
    expect(files.filter((file) => file.split('/').length > 3)).toEqual([]);
  });

  it('has every page of its routes in `<feature>/<name>-page.tsx`', () => {
    const { routes } = JSON.parse(read('remote.json')) as { routes: { page: string }[] };
    const imports =
      /import \{ (?<eager>\w+Page) \} from '(?<file>[^']+)'|import\((?:\/\*[^*]*\*\/ )?'(?<part>[^']+)'\)\)\.\w+Page\b/g;
    const pages = [...read('src/remote.tsx').matchAll(imports)].map(
      ({ groups }) => groups?.file ?? groups?.part,
    );
    expect(pages).toHaveLength(new Set(routes.map(({ page }) => page)).size);
    expect(pages.filter((file) => !/^\.\/[a-z-]+\/[a-z-]+-page$/.test(file ?? ''))).toEqual([]);
  });

  it('calls the server in `*.api.ts` only', () => {
    const callers = callersAmong(sources, read);
    expect(callers.filter((file) => !/^src\/[a-z-]+\/[a-z-]+\.api\.ts$/.test(file))).toEqual([]);
  });

  it.each(files.filter((file) => file.endsWith('.module.css')))(
    '%s is beside the component or in the folder after which it is named',
    (style) => {
      const base = style.replace('.module.css', '');
      const isNamedAfter =
        files.includes(`${base}.tsx`) || path.basename(path.dirname(base)) === path.basename(base);
      expect(isNamedAfter).toBe(true);
      const importers = sources.filter((file) => read(file).includes(`/${path.basename(style)}'`));
      expect(importers.length).toBeGreaterThan(0);
    },
  );

  it('has its texts in both languages: one pair of files for each `texts.ts`, and one for descriptions of its pages', () => {
    const { routes } = JSON.parse(read('remote.json')) as { routes: { description?: string }[] };
    const described = routes.some(({ description }) => description) ? ['search.'] : [];
    const locales = files.filter((file) => file.startsWith('locales/'));
    const owners = sources
      .filter((file) => path.basename(file) === 'texts.ts')
      .map((file) => (file === 'src/texts.ts' ? '' : `${file.split('/')[1]}.`));
    expect(locales.sort()).toEqual(
      [...owners, ...described].flatMap((own) => [`locales/${own}en.json`, `locales/${own}fr.json`]).sort(),
    );
  });
});

it('reads every remote', () => {
  expect(remotes.length).toBeGreaterThanOrEqual(7);
});

it('recognises what calls the server', () => {
  const files: Record<string, string> = {
    calls: "import { api, ApiError } from '@bank/client/api';",
    hooks: "import { useApiQuery } from '@bank/client/api-query';",
    errors: "import { ApiError } from '@bank/client/api';",
  };
  expect(callersAmong(Object.keys(files), (file) => files[file] ?? '')).toEqual(['calls', 'hooks']);
});
