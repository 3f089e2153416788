import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

/** Words of translated prose; texts on screen, in `locales/`, are free to use them. */
const prose = [
  'anew',
  'be it',
  'dear',
  'hereby',
  "nobody's",
  'nobody’s',
  'says',
  'spoken',
  'tells',
  'told',
  'thereof',
  'waits for its answer',
  'whoever',
  'whomever',
  'wing',
  'wings',
];

/** Names that needed decoding, and what replaced them. */
const names = {
  Arrivals: 'NewItemsNotice',
  besideItsField: 'withAmountError',
  Chance: 'RandomSource',
  Fetched: 'QueryBoundary',
  forOtherHouses: 'crossOriginHeaders',
  inWordsOf: 'withUserMessage',
  judgedRight: 'recordSuccess',
  judgedWrong: 'recordFailure',
  maries: 'DemoPerson',
  nobodys: 'dummyHash',
  orAbandon: 'releaseOnError',
  passively: 'withoutActivity',
  sendLast: 'deferUntilCommit',
  startAnew: 'startOver',
  takenBackNext: 'rollbackTarget',
  takesForm: 'acceptsMultipart',
  tellingBytes: 'magicByteLength',
  useLeavingIsAsked: 'useLeaveWarning',
  useTakeFile: 'useFileDownload',
  waysIn: 'entryPoints',
};

const skipped = /^(node_modules|dist|test-results|locales|\..+)$/;

/** Every source below a folder of the repository, but this one, which contains the words. */
const sourcesBelow = (folder: string): string[] =>
  readdirSync(path.join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (skipped.test(entry.name) || file === 'tests/rules/words.test.ts') return [];
    if (entry.isDirectory()) return sourcesBelow(file);
    return /\.(tsx?|[cm]?js|css|md)$/.test(file) ? [file] : [];
  });
const sources = sourcesBelow('');

/** The comments and the test titles of a source, by line. */
function proseOf(text: string): [line: number, text: string][] {
  const found = text.matchAll(
    /(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*|(?<=\b(?:it|test|describe|longIt|longDescribe|inBothLanguages)\(')[^\n]*?(?=',)|(?<=\]\)\(')[^\n]*?(?=',)/gm,
  );
  return [...found].map((match) => [text.slice(0, match.index).split('\n').length, match[0]]);
}

const wordOf = new RegExp(`(?<![\\w'’])(${prose.join('|')})(?![\\w'’])`, 'i');
const nameOf = new RegExp(`(?<![\\w'"\`/])(${Object.keys(names).join('|')})(?!\\w)`);

it('reads the sources of every folder', () => {
  expect(sources).toContain('README.md');
  for (const folder of ['bff', 'hosts', 'libs', 'remotes', 'tests'])
    expect(sources.some((file) => file.startsWith(`${folder}/`))).toBe(true);
});

it('finds no word of translated prose in comments and test titles', () => {
  const found = sources.flatMap((file) => {
    const text = readFileSync(path.join(repository, file), 'utf8');
    const passages: [number, string][] = file.endsWith('.md')
      ? text.split('\n').map((line, index) => [index + 1, line])
      : proseOf(text);
    return passages.flatMap(([line, passage]) => {
      const word = wordOf.exec(passage)?.[1];
      return word ? [`${file}:${line}: ${word}`] : [];
    });
  });
  expect(found).toEqual([]);
});

it('finds no name that was replaced', () => {
  const found = sources.flatMap((file) =>
    readFileSync(path.join(repository, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const name = nameOf.exec(line)?.[1];
        return name ? [`${file}:${index + 1}: ${name}`] : [];
      }),
  );
  expect(found).toEqual([]);
});

it('recognises the words where they are written', () => {
  const sample = `/** Tells the\n * server. */\nconst anew = 'told/**/x'; // asked anew\nit('says so', () => {});`;
  const words = proseOf(sample).flatMap(([line, text]) => {
    const word = wordOf.exec(text)?.[1];
    return word ? [[line, word]] : [];
  });
  expect(words).toEqual([
    [1, 'Tells'],
    [3, 'anew'],
    [4, 'says'],
  ]);
  expect(nameOf.exec('const next = takenBackNext(releases);')?.[1]).toBe('takenBackNext');
});
