import fs from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';
import { runningPrivateDatabase, startPrivateDatabase } from '../../libs/cli/database.mjs';
import { BFF_COMMAND, DATA_DIR } from '../../libs/cli/paths.mjs';
import { supervise } from '../../libs/cli/processes.mjs';
import { CliError } from '../../libs/cli/progress.mjs';
import { runServerCommands } from '../../libs/cli/server.mjs';
import { growBank } from './grow-bank.mjs';
import { databaseAddress } from '../../libs/contracts/database-address.mjs';

/**
 * `npm run bank:grow -- 1000000`: adds people and payments to the database that DATABASE_MIGRATION_URL or DATABASE_URL
 * names, or else to the private one of a bank that does not run, until so many were added.
 */
const { createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);

async function grow() {
  const total = Number(process.argv[2] || 1_000_000);
  if (!Number.isSafeInteger(total) || total < 1) throw new CliError('How many? npm run bank:grow -- 1000000');
  if (!fs.existsSync(BFF_COMMAND)) throw new CliError('The server is not built: npm run build -- bff');
  const { url, migrationUrl } = await findDatabase();
  await runServerCommands(['migrate'], {
    ...process.env,
    DATA_DIR,
    DATABASE_URL: url,
    DATABASE_MIGRATION_URL: migrationUrl,
  });
  const database = await createConnection(databaseAddress(migrationUrl));
  await growBank(database, total, {
    tell: (done) => console.log(`${done} of ${total} people and payments`),
  });
  await database.end();
  return 0;
}

async function findDatabase() {
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl } = process.env;
  if (url) return { url, migrationUrl: migrationUrl || url };
  if (runningPrivateDatabase(DATA_DIR)) throw new CliError('The bank runs: stop it first (Ctrl-C).');
  return startPrivateDatabase(DATA_DIR);
}

void supervise(grow);
