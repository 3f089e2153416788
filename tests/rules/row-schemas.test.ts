import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

/** A statement or an expression inside a function that makes a row schema. */
const insideFunction = /^(?: {4}|\s+(?:const|let|return|yield|await)\b).*(?<![.\w])rowOf\(/;

it.each([
  ['    return this.database.rows(rowOf({ id: whole }), select, []);', true],
  ['  const row = rowOf({ id: whole });', true],
  ['const row = rowOf({ id: whole });', false],
  ['  row: rowOf({', false],
  ['    const rows = all.map((each) => this.rowOf(each));', false],
])('%s', (line, isInside) => expect(insideFunction.test(line)).toBe(isInside));

it('finds every row schema outside functions, since its first use compiles it', () => {
  const sources = path.join(repository, 'bff/src');
  const lines = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) =>
      readFileSync(path.join(sources, file), 'utf8')
        .split('\n')
        .map((line) => ({ file, line })),
    );
  expect(lines.filter(({ line }) => line.includes('rowOf(')).length).toBeGreaterThan(100);
  const found = lines.filter(({ line }) => insideFunction.test(line));
  expect(found.map(({ file, line }) => `${file}: ${line.trim()}`)).toEqual([]);
});
