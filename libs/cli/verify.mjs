import fs from 'node:fs';
import process from 'node:process';
import { runningPrivateDatabase, startPrivateDatabase } from './database.mjs';
import { BFF_COMMAND, DATA_DIR } from './paths.mjs';
import { supervise } from './processes.mjs';
import { CliError } from './progress.mjs';
import { runServerCommands } from './server.mjs';
import { variable } from './variables.mjs';

/**
 * `npm run ledger:verify`, `npm run audit:verify` and `npm run owner:appoint`: runs the server's command of that name on
 * the database that DATABASE_URL names or on the private one, running or not. Exits with 1 if it fails.
 */
async function verify() {
  if (!fs.existsSync(BFF_COMMAND)) throw new CliError('The server is not built: npm run build -- bff');
  const url = variable('DATABASE_URL') || runningPrivateDatabase(DATA_DIR);
  const env = { ...process.env, DATA_DIR, DATABASE_URL: url ?? (await startPrivateDatabase(DATA_DIR)).url };
  console.log(await runServerCommands(process.argv.slice(2), env));
  return 0;
}

void supervise(verify);
