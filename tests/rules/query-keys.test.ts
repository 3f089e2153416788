import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

/**
 * The remotes and the shell of a page share one cache. A key begins with the name of what owns it, so that two teams never find
 * each other's answers under a key of their own; no remote can be called as a library or a shell.
 */
const owners = [
  ...readdirSync(path.join(repository, 'remotes'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ owner: name, folder: `remotes/${name}/src` })),
  ...['shell', 'back-office'].map((name) => ({ owner: name, folder: `hosts/${name}/src` })),
  { owner: '@bank/client', folder: 'libs/client' },
];

/** What stands before a key: an option, a hook or a method that takes one, or the name of a constant or function that holds one. */
const before = [
  String.raw`\b(?:queryKey|liveKey): `,
  String.raw`\buse(?:Live)?ApiQuery(?:<[^;]{0,160}?>)?\(\s*`,
  String.raw`\buse(?:Refresh|RefreshingMutation)\(\s*`,
  String.raw`\b[gs]etQuer(?:y|ies)Data(?:<[^;]{0,160}?>)?\(\s*`,
  String.raw`\bconst \w*[kK]ey(?:Of)? = (?:\([^)]*\) => )?`,
  String.raw`\bconst queryKey of \[(?:[^\]]*, )?`,
].join('|');

/** The first part of every key that is written there and does not continue another one. */
function keysIn(text: string): string[] {
  const found = text.matchAll(new RegExp(String.raw`(?:${before})\[(?!\.\.\.)\s*([^,\]]+)`, 'g'));
  return [...found].map(([, first = '']) => first);
}

const sourcesIn = (folder: string) =>
  readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(folder, file));

it.each(owners)('the keys of $owner begin with its name', ({ owner, folder }) => {
  const foreign = sourcesIn(folder).flatMap((file) =>
    keysIn(readFileSync(path.join(repository, file), 'utf8'))
      .filter((first) => first !== `'${owner}'`)
      .map((first) => `${file}: ${first}`),
  );
  expect(foreign).toEqual([]);
});

it('finds a key wherever one is written', () => {
  const texts = [
    `const listKey = ['a', 'list'];`,
    `const oneKey = (id: number) => ['a', id];`,
    `useQuery({ queryKey: ['a'] })`,
    `useApiQuery<{ rows: Row[] }>(\n  ['a', query],`,
    `useRefresh(['a'])`,
    `queries.setQueryData<List>(['a'], list)`,
    `for (const queryKey of [['a'], other])`,
  ];
  expect(texts.map(keysIn)).toEqual(texts.map(() => [`'a'`]));
  expect(keysIn(`useApiQuery([...listKey, page], path)`)).toEqual([]);
});
