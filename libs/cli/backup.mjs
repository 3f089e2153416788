import path from 'node:path';
import process from 'node:process';
import { requireBackupTools } from './backup-tools.mjs';
import { runningPrivateDatabase, startPrivateDatabase } from './database.mjs';
import { BFF_COMMAND, DATA_DIR, ROOT } from './paths.mjs';
import { runVisibly, supervise } from './processes.mjs';
import { CliError } from './progress.mjs';
import { variable } from './variables.mjs';

/** @type {Record<string, string>} */
const COMMANDS = { full: 'backup:full', incremental: 'backup', log: 'backup:log', follow: 'backup:follow' };

/**
 * `npm run backup`: what changed since the last backup, or everything where there is none; `-- full`, `-- log` (the binary log
 * up to now) and `-- follow` (each when it is due, until stopped). Of the database that BACKUP_DATABASE_URL names, or of the
 * private one.
 */
async function backup() {
  const wanted = process.argv[2] ?? 'incremental';
  const command = COMMANDS[wanted];
  if (!command)
    throw new CliError(`There is no backup called ${wanted}: ${Object.keys(COMMANDS).join(', ')}.`);
  await requireBackupTools();
  const env = {
    ...process.env,
    DATA_DIR,
    ...(variable('BACKUP_DATABASE_URL') ? {} : await privateDatabase()),
  };
  return runVisibly('The backup', process.execPath, [BFF_COMMAND, command], { cwd: ROOT, env });
}

async function privateDatabase() {
  if (variable('DATABASE_URL')) {
    throw new CliError(
      'BACKUP_DATABASE_URL must name the database with the account of backups (see README.md).',
    );
  }
  const url = runningPrivateDatabase(DATA_DIR, 'backup') ?? (await startPrivateDatabase(DATA_DIR)).backupUrl;
  return { BACKUP_DATABASE_URL: url, DATABASE_FILES: path.join(DATA_DIR, 'mariadb') };
}

void supervise(backup);
