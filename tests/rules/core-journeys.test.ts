import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';
import { coreJourneys } from '../web/core-journeys';

it('names each core journey as its test does, since another name would run in no language', () => {
  const folder = path.join(repository, 'tests/web');
  const specs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const titles = Object.keys(coreJourneys);
  expect(titles.filter((title) => !specs.some((spec) => spec.includes(`'${title}'`)))).toEqual([]);
});
