import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

/** Words that MySQL 8 reserves and MariaDB does not: as names they need backticks. */
const reserved =
  'cube|cume_dist|dense_rank|empty|first_value|function|generated|get|grouping|groups|json_table|lag|last_value|lateral|lead|' +
  'nth_value|ntile|of|optimizer_costs|percent_rank|rank|row|row_number|stored|system|virtual|window';

/** What MariaDB takes and MySQL 8 does not, on which the bank runs too. */
const mariaDbOnly: Record<string, RegExp> = {
  'a default that is an expression without parentheses': /\bDEFAULT (?!CURRENT_TIMESTAMP\()\w+ ?\(/,
  'a change of a column or key that asks whether it exists':
    /\b(ADD|DROP|MODIFY|CHANGE) ((COLUMN|CONSTRAINT|((UNIQUE|FOREIGN) )?KEY|(UNIQUE )?INDEX) )?IF (NOT )?EXISTS\b/,
  'an index that asks whether it exists': /\b(CREATE (UNIQUE )?|DROP )INDEX IF (NOT )?EXISTS\b/,
  'a replacement': /\bCREATE OR REPLACE (TABLE|TRIGGER|PROCEDURE|FUNCTION|INDEX)\b/,
  'rows of a change': /\bRETURNING\b/,
  'settings of one statement': /\bSET STATEMENT\b/,
  'a sequence': /\b(CREATE SEQUENCE|NEXT VALUE FOR|NEXTVAL)\b/,
  'versions of rows': /\b(SYSTEM VERSIONING|SYSTEM_TIME|PERIOD FOR)\b/,
  'a time for a lock': /\bFOR UPDATE WAIT\b/,
  'the status of the server as a table': /\binformation_schema\.(GLOBAL|SESSION)_(STATUS|VARIABLES)\b/,
  'a function':
    /\b(MEDIAN|PERCENTILE_(CONT|DISC)|NVL2?|TO_CHAR|ADD_MONTHS|JSON_(EXISTS|QUERY|EQUALS|COMPACT|DETAILED|NORMALIZE)) ?\(/,
  'a column with a reserved name': new RegExp(`^ +(${reserved}) [A-Z]`, 'm'),
  'an alias with a reserved name': new RegExp(`\\bAS (${reserved})\\b`),
};

const takenBy = (sql: string): string[] =>
  Object.keys(mariaDbOnly).filter((name) => mariaDbOnly[name]?.test(sql));

const sources = ['bff/migrations', 'bff/src', 'hosts/world/src'].flatMap((folder) =>
  readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => path.join(folder, file)),
);

it('every statement is one that MySQL takes as well', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.map((file) => [file, takenBy(readFileSync(path.join(repository, file), 'utf8'))]);
  expect(found.filter(([, taken]) => taken?.length)).toEqual([]);
});

it.each([
  'at DATETIME DEFAULT IF(a = 1, 2, 3)',
  'ALTER TABLE a ADD COLUMN IF NOT EXISTS b INT',
  'ALTER TABLE a ADD KEY IF NOT EXISTS b (c)',
  'ALTER TABLE a DROP COLUMN IF EXISTS b',
  'CREATE INDEX IF NOT EXISTS a ON b (c)',
  'CREATE OR REPLACE TABLE a (b INT)',
  'DELETE FROM a RETURNING b',
  'SET STATEMENT max_statement_time = 1 FOR SELECT 1',
  'SELECT NEXT VALUE FOR a',
  'CREATE TABLE a (b INT) WITH SYSTEM VERSIONING',
  'SELECT a FROM b FOR UPDATE WAIT 3',
  'SELECT 1 FROM information_schema.GLOBAL_STATUS',
  'SELECT MEDIAN(a) OVER (PARTITION BY b) FROM c',
  'CREATE TABLE a (\n    virtual BOOLEAN NOT NULL)',
  'SELECT a AS stored FROM b',
])('%s: no', (sql) => expect(takenBy(sql)).toHaveLength(1));

it.each([
  'at DATETIME(3) DEFAULT (IF(a = 1, 2, 3))',
  'at DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3)',
  'ALTER TABLE a ADD COLUMN b INT',
  'CREATE TABLE IF NOT EXISTS a (\n    `virtual` BOOLEAN NOT NULL)',
  'CREATE TRIGGER IF NOT EXISTS a BEFORE UPDATE ON b FOR EACH ROW SET NEW.c = 1',
  'DROP TABLE IF EXISTS a',
  'SELECT a FROM b FOR UPDATE SKIP LOCKED',
])('%s: yes', (sql) => expect(takenBy(sql)).toEqual([]));
