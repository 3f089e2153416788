import process from 'node:process';
import { closeBank, openBank } from './bank.mjs';
import { ROOT } from './paths.mjs';
import { runVisibly, supervise } from './processes.mjs';
import { CliError } from './progress.mjs';
import { WORLD_LOG } from './world.mjs';

/** Builds in a separate process, which frees webpack's memory and ends at Ctrl-C. */
async function build() {
  const code = await runVisibly('The build', process.execPath, ['libs/cli/build.mjs'], { cwd: ROOT });
  if (code !== 0) throw new CliError('Nothing was started.');
  return {};
}

/**
 * Fails when the server, the world or the database ends.
 * @returns {Promise<never>}
 */
async function start() {
  const { running, database, world } = await openBank('production', build);
  const serverEnd = running.server.exited.then(({ code, signal }) => {
    return `The server stopped by itself (${signal ?? `exit code ${code}`}).\n${running.errors()}`;
  });
  const databaseEnd = database?.exited.then(({ code, signal }) => {
    return `MariaDB stopped by itself (${signal ?? `exit code ${code}`}).`;
  });
  const worldEnd = world?.running.exited.then(({ code, signal }) => {
    return `The world stopped by itself (${signal ?? `exit code ${code}`}). Its log: ${WORLD_LOG}`;
  });
  throw new CliError(await Promise.race([serverEnd, databaseEnd ?? serverEnd, worldEnd ?? serverEnd]));
}

void supervise(start, closeBank);
