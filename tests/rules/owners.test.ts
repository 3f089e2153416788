import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

const lines = readFileSync(path.join(repository, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split(/\s+/));
const owned = lines.map(([pattern = '']) => pattern);

it.each(['hosts', 'remotes', 'libs', 'bff/src'])('each folder of %s has owners of its own', (parent) => {
  const folders = readdirSync(path.join(repository, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `/${parent}/${name}/`);
  expect(folders.length).toBeGreaterThan(3);
  expect(folders.filter((folder) => !owned.includes(folder))).toEqual([]);
});

it('every line names teams, and something that is there', () => {
  expect(lines.length).toBeGreaterThan(30);
  for (const [pattern = '', ...teams] of lines) {
    expect(teams.filter((team) => !/^@bank-pcs\/[a-z]+$/.test(team))).toEqual([]);
    expect(teams).not.toEqual([]);
    expect([pattern, pattern === '*' || existsSync(path.join(repository, pattern))]).toEqual([pattern, true]);
  }
});
