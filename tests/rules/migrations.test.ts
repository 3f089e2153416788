import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

/** The first migration that runs beside servers of the version before. */
const first = '20261126110001';

/**
 * Migrations that take away what an earlier version read or wrote, and the release since which no server does: the second
 * half of expand and contract.
 */
const contracts: Record<string, string> = {};

/** Migrations that change columns without taking anything away. */
const widens: Record<string, string> = {
  '20261127110001-let-visitors-talk.ts': 'two columns become nullable, an ENUM gets one more value',
  '20261128120001-refund-unauthorised.ts': 'an ENUM gets one more value',
  '20261128160001-count-more-widgets.ts': 'an ENUM gets three more values',
  '20261129110001-pack-events.ts': 'a text may be longer',
};

/** What a server of the version before, which runs on meanwhile, may still use. */
const taking =
  /\b(DROP\s+(TABLE|COLUMN|VIEW|TRIGGER|FOREIGN\s+KEY|PRIMARY\s+KEY)|RENAME\s|CHANGE\s+(COLUMN\s+)?`?\w+|MODIFY\s)/i;

const folder = path.join(repository, 'bff/migrations');

/** What a migration does on the way up. */
const upOf = (text: string): string => text.slice(text.indexOf('async up('), text.indexOf('async down('));

const takes = (text: string): boolean => taking.test(upOf(text));

it('a migration takes nothing away that the version before uses', () => {
  const files = readdirSync(folder).filter((file) => /^\d/.test(file) && file >= first);
  expect(files).not.toEqual([]);
  const taken = files.filter((file) => takes(readFileSync(path.join(folder, file), 'utf8')));
  expect(taken).toEqual(Object.keys({ ...contracts, ...widens }).sort());
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
