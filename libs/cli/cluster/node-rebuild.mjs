import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findProgram } from '../machine.mjs';
import { run } from '../processes.mjs';
import { CliError } from '../progress.mjs';
import { dataOf, nodeArguments, socketOf } from './node-database.mjs';

/** @typedef {import('./node-database.mjs').NodeConfig} NodeConfig */

const program = (/** @type {string} */ name) => {
  const found = findProgram([name]);
  if (!found) throw new CliError(`${name} is not installed.`);
  return found;
};

/**
 * Sends a copy of this node's database, taken while it runs; the connection breaks if that fails.
 * @param {NodeConfig} config
 * @param {import('node:http').ServerResponse} response
 */
export async function sendCopy({ home, passwords }, response) {
  const log = fs.openSync(path.join(home, 'copies.log'), 'a');
  const copy = spawn(
    program('mariadb-backup'),
    [
      '--no-defaults',
      '--backup',
      '--stream=mbstream',
      `--socket=${socketOf(home)}`,
      '--user=cluster_admin',
      `--target-dir=${home}`,
    ],
    { stdio: ['ignore', 'pipe', log], env: { ...process.env, MYSQL_PWD: passwords.admin } },
  );
  fs.closeSync(log);
  const ended = once(copy, 'exit');
  copy.stdout.pipe(response, { end: false });
  response.once('close', () => copy.kill('SIGKILL'));
  const [code] = await ended;
  if (code === 0) response.end();
  else response.destroy();
}

/**
 * Replaces this node's data by a copy of another node's.
 * @param {import('./node-database.mjs').NodeDatabase} database
 * @param {string} donor the address of its agent
 * @throws CliError or the error of what failed; the old data are kept until the copy is complete
 */
export async function rebuild(database, donor) {
  const { home, token } = database.config;
  const draft = path.join(home, 'data.new');
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  const answer = await fetch(`${donor}/copy`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok || !answer.body) throw new CliError(`The donor answered ${answer.status}.`);
  const extract = spawn(program('mbstream'), ['-x', '-C', draft], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(extract, 'exit');
  await pipeline(Readable.fromWeb(/** @type {any} */ (answer.body)), extract.stdin);
  const [code] = await ended;
  if (code !== 0) throw new CliError('The copy could not be unpacked.');
  const prepared = await run('mariadb-backup', program('mariadb-backup'), [
    '--no-defaults',
    '--prepare',
    `--target-dir=${draft}`,
  ]);
  const position = positionOf(draft);
  if (prepared.code !== 0 || position === null) throw new CliError('The copy could not be prepared.');
  await database.kill();
  fs.rmSync(dataOf(home), { recursive: true, force: true });
  fs.renameSync(draft, dataOf(home));
  // A transaction that the donor had only prepared is not in its log up to the position; this run rolls it back.
  const rollBack = [...nodeArguments(database.config), '--tc-heuristic-recover=ROLLBACK'];
  await run('MariaDB', program('mariadbd'), rollBack);
  database.start();
  await database.ready();
  await database.query('RESET SLAVE ALL; RESET MASTER; SET GLOBAL gtid_binlog_state = ?', [position]);
}

/** The transaction up to which a copy goes. @param {string} folder */
function positionOf(folder) {
  const file = ['mariadb_backup_binlog_info', 'xtrabackup_binlog_info']
    .map((name) => path.join(folder, name))
    .find((each) => fs.existsSync(each));
  const [, , position] = file ? fs.readFileSync(file, 'utf8').trim().split(/\s+/) : [];
  return position ?? null;
}
