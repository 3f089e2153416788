import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repository } from '../support/repository';

/** What READMEs and handbooks name, held against what is there. */
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const isThere = (...parts: string[]) => existsSync(path.join(repository, ...parts));
const skipped = /^(node_modules|dist|\..*)$/;

const pagesBelow = (folder: string): string[] =>
  readdirSync(path.join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (skipped.test(entry.name)) return [];
    if (entry.isDirectory()) return pagesBelow(file);
    return entry.name.endsWith('.md') && entry.name !== 'api.md' ? [file] : [];
  });
const pages = pagesBelow('');

/** The paths from the repository's root, and the targets of links, that a page names; patterns and places to fill in are none. */
function namedIn(page: string, text: string): string[] {
  const paths = [...text.matchAll(/`((?:bff|hosts|libs|remotes|tests)\/[\w@./-]+)`/g)].map(
    ([, name = '']) => name,
  );
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, to = '']) =>
    path.join(path.dirname(page), to),
  );
  return [...paths, ...links].filter((name) => !/(^|\/)dist\b|\.\.\./.test(name));
}

it('name only files and folders that are there', () => {
  const named = pages.flatMap((page) => namedIn(page, read(page)).map((name) => ({ page, name })));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
  expect(
    namedIn('libs/README.md', '`libs/gone.ts`, `libs/<name>/x.ts`, [a](absent.md), [b](https://b)'),
  ).toEqual(['libs/gone.ts', 'libs/absent.md']);
});

it('name only commands that package.json has, and README.md all of those', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commandsIn = (text: string) =>
    [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  const named = pages.flatMap((page) => commandsIn(read(page)).map((name) => ({ page, name })));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  // Of `npm start` and `npm test` no `run` is needed; `build` is what both do first, and `libs:version` is in remotes/README.md.
  const others = ['start', 'test', 'build', 'libs:version'];
  const documented = [...commandsIn(read('README.md')), ...others];
  expect(Object.keys(scripts).filter((name) => !documented.includes(name))).toEqual([]);
});

describe('of the server', () => {
  const layers = ['platform', 'ports', 'people', 'money', 'care', 'privacy', 'front'];
  const { forbidden } = createRequire(__filename)(path.join(repository, '.dependency-cruiser.cjs')) as {
    forbidden: { name: string }[];
  };

  it.each(layers)('%s lists its modules in the order that imports obey', (layer) => {
    const listed = [...read(`bff/src/${layer}/README.md`).matchAll(/^\d+\. `([\w-]+)\/?`/gm)].map(
      ([, module]) => module,
    );
    const enforced = forbidden
      .map(({ name }) => new RegExp(`^${layer}-(.+)-imports-nothing-above$`).exec(name)?.[1])
      .filter(Boolean);
    expect(listed.length).toBeGreaterThan(3);
    expect(listed).toEqual(enforced);
  });

  const modules = layers.flatMap((layer) =>
    readdirSync(path.join(repository, 'bff/src', layer), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${layer}/${name}`),
  );

  it.each(modules)('%s has a README that begins with a file of the module', (module) => {
    const text = read(`bff/src/${module}/README.md`);
    const [, file = ''] = /\bBegin with\s+`([\w/.-]+)`/.exec(text) ?? [];
    if (file) expect([file, isThere('bff/src', module, file)]).toEqual([file, true]);
  });
});
