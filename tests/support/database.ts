import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { runCommand } from './server';

export interface TestDatabase {
  name: string;
  /** As the bff uses it, with the rights that the migrations gave. */
  url: string;
  migrationUrl: string;
  drop(): Promise<void>;
}

/** The accounts are shared by all test databases; the server ends with the run. */
const ACCOUNTS = { app: 'bank_app', migrate: 'bank_migrate' };
const PASSWORD = 'for-tests';
/** Another worker may be making the template: migrating and seeding take half a minute, on a busy machine minutes, s. */
const TEMPLATE_WAIT_SECONDS = 300;
const DROP_TRIES = 6;

/**
 * The migrated databases that tests of this worker have left: to empty one takes a tenth of the time of making one. They end
 * with the run. The environment keeps them from file to file.
 */
const left = (globalThis as { leftDatabases?: string[] }).leftDatabases ?? [];
/** Those whose tables a test has changed, and those whose triggers. */
const altered = new Set<string>();
const retriggered = new Set<string>();

/** A database whose tables a test changes is not used again; triggers are made again. */
export function noteChange(url: string, sql: string): void {
  const name = new URL(url).pathname.slice(1);
  if (/^\s*(CREATE|DROP)\s+TRIGGER\b/i.test(sql)) retriggered.add(name);
  else if (/^\s*(ALTER|CREATE|DROP|RENAME)\b/i.test(sql)) altered.add(name);
}

/** A separate database: a copy of one that was migrated, and optionally seeded, once for the whole run. */
export async function createDatabase({ seeded = false } = {}): Promise<TestDatabase> {
  const admin = await connect(adminUrl());
  try {
    const template = seeded ? 'bank_template_seeded' : 'bank_template';
    await makeTemplate(admin, template, seeded);
    const name = (seeded ? undefined : left.pop()) ?? (await copyOf(admin, template));
    const drop = async () => {
      if (seeded || altered.has(name) || !(await empty(name, template))) await dropDatabase(name);
      else left.push(name);
    };
    return { name, ...urlsOf(name), drop };
  } finally {
    await admin.end();
  }
}

async function copyOf(admin: Connection, template: string): Promise<string> {
  const name = `bank_test_${randomBytes(6).toString('hex')}`;
  await createEmpty(admin, name);
  await copyDatabase(admin, template, name);
  return name;
}

/** A database without a single table, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const admin = await connect(adminUrl());
  const name = `bank_test_${randomBytes(6).toString('hex')}`;
  try {
    await createAccounts(admin);
    await createEmpty(admin, name);
  } finally {
    await admin.end();
  }
  return { name, ...urlsOf(name), drop: () => dropDatabase(name) };
}

export function adminUrl(): string {
  const url = process.env.TEST_DATABASE_ADMIN_URL;
  if (!url)
    throw new Error(
      'TEST_DATABASE_ADMIN_URL is not set: is tests/support/global-setup.ts in the configuration?',
    );
  return url;
}

/** Made by the first worker; the lock makes others wait, and the marker table shows that it is complete. */
async function makeTemplate(admin: Connection, template: string, seeded: boolean) {
  await admin.query('SELECT GET_LOCK(?, ?)', [template, TEMPLATE_WAIT_SECONDS]);
  try {
    const marker = markerOf(template);
    const [found] = await admin.query<RowDataPacket[]>('SHOW DATABASES LIKE ?', [marker]);
    if (found.length > 0) return;
    await createAccounts(admin);
    await admin.query(`DROP DATABASE IF EXISTS ${template}`);
    await createEmpty(admin, template);
    // The tables of the seeded one are copies, too: migrating takes seconds.
    if (seeded) await copyMigrated(admin, template);
    const { url, migrationUrl } = urlsOf(template);
    // The files of the demonstration's documents are not copied, only their rows.
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bank-template-'));
    const env = { DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl, DATA_DIR: dataDir };
    await runCommand(seeded ? 'seed' : 'migrate', env);
    await rm(dataDir, { recursive: true, force: true });
    // What makes a copy of it is read once, not by every test file.
    const statements = JSON.stringify(await statementsToCopy(admin, template));
    await admin.query(`CREATE DATABASE ${marker}`);
    await admin.query(`CREATE TABLE ${marker}.copying (statements LONGTEXT NOT NULL)`);
    await admin.query(`INSERT INTO ${marker}.copying VALUES (?)`, [statements]);
  } finally {
    await admin.query('SELECT RELEASE_LOCK(?)', [template]);
  }
}

async function copyMigrated(admin: Connection, to: string) {
  await makeTemplate(admin, 'bank_template', false);
  await copyDatabase(admin, 'bank_template', to);
}

async function createAccounts(admin: Connection) {
  for (const account of Object.values(ACCOUNTS)) {
    await admin.query(`CREATE USER IF NOT EXISTS '${account}'@'%'`);
    await admin.query(`ALTER USER '${account}'@'%' IDENTIFIED BY '${PASSWORD}'`);
  }
}

async function createEmpty(admin: Connection, name: string) {
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  await admin.query(`GRANT ALL PRIVILEGES ON ${name}.* TO '${ACCOUNTS.migrate}'@'%' WITH GRANT OPTION`);
}

/** Tables with their rows first, then triggers, views and rights, which depend on them or would affect the inserts. */
async function copyDatabase(admin: Connection, from: string, to: string) {
  await admin.query([`USE ${to}`, ...(await copyingOf(admin, from, to))].join(';\n'));
}

async function copyingOf(admin: Connection, from: string, to: string): Promise<string[]> {
  const [copying] = await admin.query<RowDataPacket[]>(`SELECT statements FROM ${markerOf(from)}.copying`);
  const statements = JSON.parse(String(copying[0]?.statements)) as string[];
  return statements.map((each) => each.replaceAll(target, to));
}

/**
 * Gives a database the rows of its template again, and the triggers if a test has changed them. Its tables are as they were,
 * unless a test has noted otherwise.
 * @returns false if something still holds its tables
 */
async function empty(name: string, template: string): Promise<boolean> {
  const admin = await connect(adminUrl());
  try {
    const statements = await copyingOf(admin, template, name);
    const tables = statements.flatMap((each) => /^CREATE TABLE `(\w+)`/.exec(each)?.[1] ?? []);
    const rest = statements.filter((each) => each.startsWith('INSERT INTO'));
    await admin.query(`USE ${name}`);
    const filled = await rows(
      admin,
      tables.map((table) => `(SELECT '${table}' AS name FROM \`${table}\` LIMIT 1)`).join(' UNION ALL '),
    );
    const truncations = filled.map((table) => `TRUNCATE TABLE \`${table.name}\``);
    const settings = 'SET foreign_key_checks = 0, unique_checks = 0, lock_wait_timeout = 5';
    const triggers = retriggered.delete(name) ? await triggersOf(admin, name) : undefined;
    const drops = triggers?.map((trigger) => `DROP TRIGGER \`${trigger}\``) ?? [];
    const made = triggers ? statements.filter((each) => /^CREATE\b[^(]*\bTRIGGER\b/.test(each)) : [];
    await admin.query([settings, ...drops, ...truncations, ...rest, ...made].join(';\n'));
    return true;
  } catch {
    return false;
  } finally {
    await admin.end();
  }
}

/** Exists once the template is complete, and contains the statements that make a copy. */
const markerOf = (template: string) => `${template}_ready`;

/** Stands for the copy's name in the statements. */
const target = '<copy>';

async function statementsToCopy(admin: Connection, from: string): Promise<string[]> {
  const objects = await rows(
    admin,
    'SELECT table_name AS name, table_type AS type FROM information_schema.tables WHERE table_schema = ?',
    [from],
  );
  const columns = await rows(
    admin,
    `SELECT table_name AS name, GROUP_CONCAT('\`', column_name, '\`' ORDER BY ordinal_position) AS list
     FROM information_schema.columns WHERE table_schema = ? AND extra NOT LIKE '%GENERATED%' GROUP BY table_name`,
    [from],
  );
  const listOf = Object.fromEntries(columns.map(({ name, list }) => [name, list ?? '']));
  const statements = ['SET foreign_key_checks = 0, unique_checks = 0'];
  for (const { name } of objects.filter(({ type }) => type === 'BASE TABLE')) {
    const [definition] = await rows(admin, `SHOW CREATE TABLE ${from}.\`${name}\``);
    statements.push(definition?.['Create Table'] ?? '');
    const isEmpty = (await rows(admin, `SELECT 1 FROM ${from}.\`${name}\` LIMIT 1`)).length === 0;
    if (isEmpty) continue;
    statements.push(
      `INSERT INTO \`${name}\` (${listOf[name]}) SELECT ${listOf[name]} FROM ${from}.\`${name}\``,
    );
  }
  for (const name of await triggersOf(admin, from)) {
    const [trigger] = await rows(admin, `SHOW CREATE TRIGGER ${from}.\`${name}\``);
    statements.push(trigger?.['SQL Original Statement'] ?? '');
  }
  for (const { name } of objects.filter(({ type }) => type === 'VIEW')) {
    const [view] = await rows(admin, `SHOW CREATE VIEW ${from}.\`${name}\``);
    statements.push(view?.['Create View']?.replaceAll(`\`${from}\``, `\`${target}\``) ?? '');
  }
  const grants = await rows(admin, `SHOW GRANTS FOR '${ACCOUNTS.app}'@'%'`);
  for (const grant of grants.map((each) => Object.values(each)[0] ?? ''))
    if (grant.includes(`\`${from}\`.`)) statements.push(grant.replace(`\`${from}\`.`, `\`${target}\`.`));
  return statements;
}

async function triggersOf(admin: Connection, database: string): Promise<string[]> {
  const found = await rows(
    admin,
    'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = ?',
    [database],
  );
  return found.map(({ name }) => name);
}

async function dropDatabase(name: string) {
  const admin = await connect(adminUrl());
  // A table that is closed late leaves a file behind, and the directory is removed at a later try; what still stays is
  // removed with the server's folder at the end of the run.
  const drop = () =>
    admin.query(`DROP DATABASE IF EXISTS ${name}`).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < DROP_TRIES && !(await drop()); tries += 1) await sleep(500);
  await admin.end();
}

function urlsOf(database: string) {
  const urlFor = (account: string) => {
    const url = new URL(adminUrl());
    Object.assign(url, { username: account, password: PASSWORD, pathname: `/${database}` });
    return url.toString();
  };
  return { url: urlFor(ACCOUNTS.app), migrationUrl: urlFor(ACCOUNTS.migrate) };
}

const connect = (uri: string) => mysql.createConnection({ uri, multipleStatements: true });

async function rows(connection: Connection, sql: string, values: string[] = []) {
  const [found] = await connection.query<RowDataPacket[]>(sql, values);
  return found as Record<string, string>[] as { [column: string]: string; name: string; type: string }[];
}
