import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createEmptyDatabase } from './database';
import { repository } from './repository';
import { launchEnvironment, launchOptions } from './server';
import { until } from './until';

const keys = {
  RAIL_KEY: 'the rail key of the tests, which is long',
  CARD_NETWORK_KEY: 'c'.repeat(40),
  SMS_KEY: 's'.repeat(40),
};
const originOf = (bankPort: number) => `http://localhost:${bankPort + 4}`;

/** The variables by which a bank finds the world on the fifth of its ports. */
export const worldCounterparts = (bankPort: number) => ({
  ...keys,
  RAIL_URL: `${originOf(bankPort)}/sepa`,
  CARD_NETWORK_URL: `${originOf(bankPort)}/cards`,
  RATES_URL: `${originOf(bankPort)}/rates`,
  SANCTIONS_URL: `${originOf(bankPort)}/sanctions/targets.simple.csv`,
  SMS_URL: `${originOf(bankPort)}/telephones`,
  PUSH_SERVICE_URL: `${originOf(bankPort)}/push`,
});

/** The built world beside a bank, on a database of its own; returns what stops it. */
export async function startWorldProcess(bankPort: number): Promise<() => Promise<void>> {
  const database = await createEmptyDatabase();
  const child = spawn(
    process.execPath,
    [...launchOptions, path.join(repository, 'hosts/world/dist/main.js')],
    {
      cwd: repository,
      env: {
        ...launchEnvironment(),
        ...keys,
        PORT: String(bankPort + 4),
        BANK_URL: `http://localhost:${bankPort}`,
        WORLD_DATABASE_URL: database.migrationUrl,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
      },
      // Through the channel it notices our end, and stops.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const exited = once(child, 'exit');
  await until(() =>
    fetch(`${originOf(bankPort)}/health`).then(
      ({ status }) => status === 204,
      () => false,
    ),
  );
  return async () => {
    child.kill('SIGTERM');
    await exited;
    await database.drop();
  };
}
