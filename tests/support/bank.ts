import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { knowOutbox } from './approvals';
import { startClearingHouse } from './clearing-house';
import { rememberBank } from './customers';
import { createDatabase } from './database';
import { ServerProcess, freePorts, noRemotes } from './server';
import type { Environment } from './server';
import { startWorldProcess, worldCounterparts } from './world-process';

export interface BankOptions {
  /** Added to the server's environment. */
  env?: Environment;
  /** With the demonstration data; otherwise there is no account at all. */
  seed?: boolean;
  /** The folder of the remotes; by default the repository's beside the demonstration data, otherwise none: see `noRemotes`. */
  remotesDir?: string;
  /** With the world on the fifth port, in place of the clearing house in this process. */
  world?: boolean;
}

export type Bank = Awaited<ReturnType<typeof startBank>>;

/** All tests of a bank come from one address; tests of the limits override them. */
const manyFromOneAddress = {
  SIGN_UPS_PER_TEN_MINUTES: '100000',
  TICKETS_PER_TEN_MINUTES: '100000',
  VISITOR_CONVERSATIONS_PER_HOUR: '100000',
};

/** Tests approve many calls of one person. */
const manyApprovals = { APPROVAL_MESSAGES_PER_HOUR: '100000' };

/** Two workers may draw the same free port; the loser draws again. */
const ATTEMPTS = 3;

/** A separate bank for a test file: a fresh database, a data folder, a server on free ports. */
export async function startBank({
  env,
  seed = false,
  remotesDir = seed ? undefined : noRemotes,
  world = false,
}: BankOptions = {}) {
  const database = await createDatabase({ seeded: seed });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bank-data-'));
  const rail = await startClearingHouse();
  const server = await startOnFreePorts((port) => ({
    ...(world ? worldCounterparts(port) : rail.environment),
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.migrationUrl,
    DATA_DIR: dataDir,
    ...(remotesDir && { REMOTES_DIR: remotesDir }),
    ...manyFromOneAddress,
    ...manyApprovals,
    ...env,
  }));
  const { port } = server;
  const shellUrl = `http://localhost:${port}`;
  knowOutbox({ urls: [shellUrl, `http://localhost:${port + 1}`], dataDir });
  rememberBank(shellUrl, database.migrationUrl);
  const stopWorld = world ? await startWorldProcess(port) : undefined;
  return {
    shellUrl,
    backOfficeUrl: `http://localhost:${port + 1}`,
    partnerUrl: `http://localhost:${port + 2}`,
    embedUrl: `http://localhost:${port + 3}`,
    databaseUrl: database.url,
    migrationUrl: database.migrationUrl,
    dataDir,
    /** The world's page, where one was asked for. */
    worldUrl: `http://localhost:${port + 4}`,
    /** The clearing house that the bank is connected to, unless that is the world. */
    rail,
    logs: () => server.logs(),
    /** Same database, same ports, new process. */
    async restart() {
      await server.stop();
      await server.start();
    },
    /** Ends the server as a crash does, until `start`. */
    kill: () => server.kill(),
    start: () => server.start(),
    async stop() {
      await stopWorld?.();
      await server.stop();
      await rail.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startOnFreePorts(envOf: (port: number) => Environment) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePorts();
    const server = new ServerProcess(port, envOf(port));
    try {
      await server.start();
      return server;
    } catch (error) {
      if (attempt === ATTEMPTS || !server.logs().includes('EADDRINUSE')) throw error;
    }
  }
}
