import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isBundled } from '../../libs/cli/shared-modules.mjs';
import { repository } from '../support/repository';

/**
 * What a remote bundles takes shared modules by their names (`@bank/client/router`). By a path (`../hooks/router`) the remote
 * would bundle a second copy, with a state of its own.
 */
interface Entry {
  name: string;
  /** From the repository's root. */
  file: string;
}

const entries: Entry[] = ['i18n', 'ui', 'client'].flatMap((library) => {
  const { exports } = JSON.parse(
    readFileSync(path.join(repository, 'libs', library, 'package.json'), 'utf8'),
  ) as {
    exports: Record<string, string | { default: string }>;
  };
  return Object.entries(exports).map(([entry, target]) => ({
    name: `@bank/${library}${entry.slice(1)}`,
    file: path.join('libs', library, typeof target === 'string' ? target : target.default),
  }));
});
const fileOf = new Map(entries.map(({ name, file }) => [name, file]));
const nameOf = new Map(entries.map(({ name, file }) => [file, name]));

/** What a source imports, or exports again, other than types. */
const importsOf = (file: string) =>
  [
    ...readFileSync(path.join(repository, file), 'utf8').matchAll(
      /^(?:import|export) (?!type )(?:[^;']*? from )?'([^']+)'|\bimport\((?:\/\*[^*]*\*\/ )?'([^']+)'\)/gm,
    ),
  ].map(([, whole = '', part = whole]) => part);

const sourceAt = (place: string) =>
  [`${place}.ts`, `${place}.tsx`].find((file) => existsSync(path.join(repository, file)));

/** The sources that remotes bundle, beginning with their own, and each shared module that one of them imports by a path. */
function bundledSources(begin: string[]) {
  const sources = new Set(begin);
  const copies: string[] = [];
  for (const source of sources)
    for (const request of importsOf(source)) {
      const isPath = request.startsWith('.');
      const file = isPath ? sourceAt(path.join(source, '..', request)) : fileOf.get(request);
      const name = file && nameOf.get(file);
      const isShared = name !== undefined && !isBundled(name);
      if (isPath && isShared) copies.push(`${source} → ${name}`);
      if (file && !isShared && /\.tsx?$/.test(file)) sources.add(file);
    }
  return { sources: [...sources], copies };
}

const remotes = readdirSync(path.join(repository, 'remotes'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[^/]+\/src\/.*(?<!\.test|\.frame)\.tsx?$/.test(file))
  .map((file) => path.join('remotes', file));

it('what remotes bundle imports shared modules by their names', () => {
  const { sources, copies } = bundledSources(remotes);
  expect(copies).toEqual([]);
  expect(sources).toEqual(
    expect.arrayContaining([
      'libs/client/live/detail-page.tsx',
      'libs/client/transactions/growing.ts',
      'libs/i18n/difference-texts.ts',
    ]),
  );
});

it('a path to a shared module is found, also behind another file', () => {
  expect(bundledSources(['libs/client/live/new-items-notice.tsx']).copies).toEqual([
    'libs/client/live/use-new-items.ts → @bank/client/live-events',
  ]);
});
