import process from 'node:process';
import { closeBank, openBank } from './bank.mjs';
import { ROOT } from './paths.mjs';
import { runVisibly, supervise } from './processes.mjs';
import { Failure } from './progress.mjs';

/** Builds in a process of its own: webpack's memory is given back, and Ctrl-C ends it at once. */
async function build() {
  const code = await runVisibly('The build', process.execPath, ['libs/cli/build.mjs'], { cwd: ROOT });
  if (code !== 0) throw new Failure('Nothing was started.');
  return {};
}

/**
 * Neither the server nor the database is expected to end before we do.
 * @returns {Promise<never>}
 */
async function start() {
  const { running, database } = await openBank('production', build);
  const serverEnd = running.server.exited.then(({ code, signal }) => {
    return `The server stopped by itself (${signal ?? `exit code ${code}`}).\n${running.errors()}`;
  });
  const databaseEnd = database?.exited.then(({ code, signal }) => {
    return `MariaDB stopped by itself (${signal ?? `exit code ${code}`}).`;
  });
  throw new Failure(await Promise.race([serverEnd, databaseEnd ?? serverEnd]));
}

void supervise(start, closeBank);
