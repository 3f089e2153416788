import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const namesIn = (text: string) => new Set(text.match(/\bbank_[a-z_]+/g));

const serverFiles = () =>
  readdirSync(path.join(repository, 'bff/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.service.ts'))
    .map((file) => `bff/src/${file}`);

/** Prometheus adds these to the name of a histogram. */
const withoutSuffix = (name: string) => name.replace(/_(bucket|count|sum)$/, '');

it('alerts by metrics that a server or the supervisor of the database has', () => {
  const files = [...serverFiles(), 'libs/cli/cluster/supervisor.mjs'];
  const defined = namesIn(files.map(read).join('\n'));
  const used = [...namesIn(read('bff/operations/alerts.yml'))].map(withoutSuffix);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});
