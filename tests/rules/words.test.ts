import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

/** The folders in which the words are gone. */
const areas = [
  'bff/src/care',
  'bff/src/front',
  'bff/src/money',
  'libs/client/transactions',
  'libs/i18n',
  'remotes/admin-payments',
  'remotes/admin-users',
  'remotes/cards',
  'remotes/dashboard',
];

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

const isSource = (file: string) =>
  /\.(tsx?|mjs|cjs|css|md)$/.test(file) && !/(^|\/)(node_modules|dist|locales)\//.test(file);

const sources = areas.flatMap((area) =>
  readdirSync(path.join(repository, area), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(area, file))
    .filter(isSource),
);

/** The comments and the test titles of a source, by line. */
function proseOf(text: string): [line: number, text: string][] {
  const found = text.matchAll(
    /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*|(?<=\b(?:it|test|describe)\(')[^\n]*?(?=',)|(?<=\]\)\(')[^\n]*?(?=',)/gm,
  );
  return [...found].map((match) => [text.slice(0, match.index).split('\n').length, match[0]]);
}

const wordOf = new RegExp(`(?<![\\w'’])(${prose.join('|')})(?![\\w'’])`, 'i');
const nameOf = new RegExp(`(?<![\\w'"\`/])(${Object.keys(names).join('|')})(?!\\w)`);

it('reads the sources of every area', () => {
  for (const area of areas) expect(sources.some((file) => file.startsWith(`${area}/`))).toBe(true);
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
  const sample = `/** Tells the\n * server. */\nconst anew = 1; // asked anew\nit('says so', () => {});`;
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
