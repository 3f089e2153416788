import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

/** The tables of a new bank: it changes none, and every later one runs beside servers of the version before. */
const first = '20261130110001-create-bank.ts';

/**
 * Migrations that take away what an earlier version read or wrote, and the release since which no server does: the second
 * half of expand and contract.
 */
const contracts: Record<string, string> = {};

/** Migrations that change columns without taking anything away. */
const widens: Record<string, string> = {};

/** What a server of the version before, which runs on meanwhile, may still use. */
const taking =
  /\b(DROP\s+(TABLE|COLUMN|VIEW|TRIGGER|FOREIGN\s+KEY|PRIMARY\s+KEY)|RENAME\s|CHANGE\s+(COLUMN\s+)?`?\w+|MODIFY\s)/i;

const folder = path.join(repository, 'bff/migrations');

/** Of what is written between the quotes of one statement. */
const adds = { column: /\bADD\s+COLUMN\b/i, key: /\bADD\s+(UNIQUE\s+)?(KEY|INDEX)\b/i };

/** The columns and keys that one statement adds together, during which MariaDB lets nobody write to the table. */
const addsTogether = (text: string): string[] =>
  (upOf(text).match(/`[^`]*`|'[^'\n]*'/g) ?? []).filter((sql) => adds.column.test(sql) && adds.key.test(sql));

/** What a migration does on the way up. */
const upOf = (text: string): string => text.slice(text.indexOf('async up('), text.indexOf('async down('));

const takes = (text: string): boolean => taking.test(upOf(text));

it('a migration takes nothing away that the version before uses', () => {
  const all = readdirSync(folder).filter((file) => /^\d/.test(file));
  expect(all.sort()[0]).toBe(first);
  const files = all.filter((file) => file > first);
  for (const file of files)
    expect([file, upOf(readFileSync(path.join(folder, file), 'utf8'))]).not.toEqual([file, '']);
  const taken = files.filter((file) => takes(readFileSync(path.join(folder, file), 'utf8')));
  expect(taken).toEqual(Object.keys({ ...contracts, ...widens }).sort());
});

it('a migration adds a column and its key by two statements, so that servers write meanwhile', () => {
  const files = readdirSync(folder).filter((file) => /^\d/.test(file) && file > first);
  const together = files.map((file) => [file, addsTogether(readFileSync(path.join(folder, file), 'utf8'))]);
  expect(together.filter(([, found]) => found?.length)).toEqual([]);
  const one =
    'async up() { query(`ALTER TABLE a ADD COLUMN b INT NULL,\n ADD UNIQUE KEY c (b)`) } async down() {}';
  expect(addsTogether(one)).toHaveLength(1);
});

it.each([
  ['DROP TABLE a', true],
  ['ALTER TABLE a RENAME COLUMN b TO c', true],
  ['ALTER TABLE a MODIFY b INT NOT NULL', true],
  ['ALTER TABLE a DROP COLUMN b', true],
  ['ALTER TABLE a ADD COLUMN b INT NULL', false],
  ['CREATE TABLE a (id INT)', false],
])('%s: %s', (sql, expected) => {
  expect(takes(`async up() { query('${sql}') } async down() { query('DROP TABLE a') }`)).toBe(expected);
});
