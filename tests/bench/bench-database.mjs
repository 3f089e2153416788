import process from 'node:process';
import { startPrivateDatabase } from '../../libs/cli/database.mjs';
import { runServerCommands } from '../../libs/cli/server.mjs';

/**
 * A private database with the tables of the bank, and the environment of servers on it, whose limits and sessions a bench does
 * not reach.
 * @param {string} folder of the database and the servers
 * @param {NodeJS.ProcessEnv} [variables] of the servers, besides
 * @param {Parameters<typeof startPrivateDatabase>[1]} [options]
 */
export async function startBenchDatabase(folder, variables = {}, options = {}) {
  const database = await startPrivateDatabase(folder, options);
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.migrationUrl,
    DATA_DIR: folder,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '1000000',
    ACCESS_TOKEN_SECONDS: '3600',
    ...variables,
  };
  await runServerCommands(['migrate'], env);
  return { ...database, env };
}
