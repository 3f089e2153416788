import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';
import { coreJourneys } from '../web/core-journeys';

const folder = path.join(repository, 'tests/web');

/** The titles that sources give to journeys in both languages. */
const journeysIn = (sources: string[]): string[] =>
  sources.flatMap((text) =>
    [...text.matchAll(/\binBothLanguages\(\s*(['"`])(.+?)\1,/g)].map(([, , title = '']) => title),
  );

it('names each core journey as its test does, since another name would run in no language', () => {
  const specs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const journeys = journeysIn(specs);
  expect(journeys.length).toBeGreaterThan(70);
  const titles = Object.keys(coreJourneys);
  expect(titles.length).toBeGreaterThan(25);
  expect(titles.filter((title) => !journeys.includes(title))).toEqual([]);
});

it('takes a title from the journey only, and not from where it is named besides', () => {
  const source = `import { inBothLanguages } from './languages';
    const other = 'a title';
    inBothLanguages('one', async () => {});
    inBothLanguages(
      'a longer one',
      async () => {},
    );`;
  expect(journeysIn([source])).toEqual(['one', 'a longer one']);
});
