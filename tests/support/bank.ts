import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createDatabase } from './database';
import { ServerProcess, freePorts } from './server';
import type { Environment } from './server';

export interface BankOptions {
  /** Added to the server's environment. */
  env?: Environment;
  /** With the demonstration data; otherwise there is no account at all. */
  seed?: boolean;
  /** The folder of the remotes; by default the repository's. */
  remotesDir?: string;
}

export type Bank = Awaited<ReturnType<typeof startBank>>;

/** All tests of a bank come from one address; tests of the limits override them. */
const manyFromOneAddress = { SIGN_UPS_PER_TEN_MINUTES: '100000', TICKETS_PER_TEN_MINUTES: '100000' };

/** Two workers may draw the same free port; the loser draws again. */
const ATTEMPTS = 3;

/** A separate bank for a test file: a fresh database, a data folder, a server on free ports. */
export async function startBank({ env, seed = false, remotesDir }: BankOptions = {}) {
  const database = await createDatabase({ seeded: seed });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bank-data-'));
  const server = await startOnFreePorts({
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.migrationUrl,
    DATA_DIR: dataDir,
    ...(remotesDir && { REMOTES_DIR: remotesDir }),
    ...manyFromOneAddress,
    ...env,
  });
  const { port } = server;
  return {
    shellUrl: `http://localhost:${port}`,
    backOfficeUrl: `http://localhost:${port + 1}`,
    partnerUrl: `http://localhost:${port + 2}`,
    embedUrl: `http://localhost:${port + 3}`,
    databaseUrl: database.url,
    migrationUrl: database.migrationUrl,
    dataDir,
    logs: () => server.logs(),
    /** Same database, same ports, new process. */
    async restart() {
      await server.stop();
      await server.start();
    },
    async stop() {
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startOnFreePorts(env: Environment) {
  for (let attempt = 1; ; attempt += 1) {
    const server = new ServerProcess(await freePorts(), env);
    try {
      await server.start();
      return server;
    } catch (error) {
      if (attempt === ATTEMPTS || !server.logs().includes('EADDRINUSE')) throw error;
    }
  }
}
