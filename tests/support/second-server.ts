import type { Bank } from './bank';
import { type Environment, freePorts, noRemotes, ServerProcess } from './server';

/** What a second server of a bank prints when it does not start; empty if it starts. Ends it again. */
export async function refusalOfSecond(
  bank: Pick<Bank, 'databaseUrl' | 'migrationUrl'>,
  env: Environment,
): Promise<string> {
  const second = new ServerProcess(await freePorts(), {
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    JOBS_EVERY_SECONDS: '0',
    REMOTES_DIR: noRemotes,
    LOG_LEVEL: 'silent',
    ...env,
  });
  const started = await second.start().then(
    () => true,
    () => false,
  );
  await second.stop();
  return started ? '' : second.logs().trim();
}
