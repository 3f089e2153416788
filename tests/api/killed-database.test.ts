import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { startPrivateDatabase } from '../../libs/cli/database.mjs';

const home = mkdtempSync(path.join(os.tmpdir(), 'killed-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const connect = (url: string) => {
  const { username: user, password, searchParams } = new URL(url);
  return createConnection({
    user,
    password,
    database: 'bank',
    socketPath: searchParams.get('socketPath') ?? '',
  });
};
/** Whether a server found transactions at its start that only the binary log of the one before knew to be committed. */
function foundUnfinished(): boolean {
  const log = path.join(home, 'mariadb.log');
  return existsSync(log) && /Found \d+ prepared transactions!/.test(readFileSync(log, 'utf8'));
}

/** Where a binary log records that its server has not closed it (a flag of its first event's header). */
const openFlag = 4 + 17;

/** What a server leaves that is killed at the end of its stop: the binary log closed, the tables not written. */
function closeBinaryLog() {
  const folder = path.join(home, 'mariadb');
  const newest =
    readdirSync(folder)
      .filter((name) => /^changes\.\d+$/.test(name))
      .sort()
      .at(-1) ?? '';
  const log = readFileSync(path.join(folder, newest));
  expect(log[openFlag]).toBe(1);
  log[openFlag] = 0;
  writeFileSync(path.join(folder, newest), log);
}

/** The server writes its tables once a second: only a kill within that second leaves the last commits to the log. */
it('starts again after it was killed while it stopped, with every commit', async () => {
  let written = 0;
  for (let attempt = 0; attempt < 10 && !foundUnfinished(); attempt += 1) {
    const { migrationUrl, server } = await startPrivateDatabase(home);
    const connection = await connect(migrationUrl);
    await connection.query('CREATE TABLE IF NOT EXISTS kept (id INT PRIMARY KEY) ENGINE=InnoDB');
    for (let row = 0; row < 20; row += 1) await connection.query('INSERT INTO kept VALUES (?)', [++written]);
    server.process.kill('SIGKILL');
    await server.exited;
    connection.destroy();
    closeBinaryLog();
  }
  const { migrationUrl, server } = await startPrivateDatabase(home);
  const connection = await connect(migrationUrl);
  const [rows] = await connection.query('SELECT COUNT(*) AS kept FROM kept');
  expect(rows).toEqual([{ kept: written }]);
  await connection.end();
  server.process.kill('SIGTERM');
  await server.exited;
  expect(foundUnfinished()).toBe(true);
}, 120_000);
