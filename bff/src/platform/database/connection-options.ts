import mysql from 'mysql2';
import { createConnection, type ConnectionOptions } from 'mysql2/promise';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSourceOptions } from 'typeorm';
import { type DatabaseAddress, databaseAddress } from '@bank/contracts/database-address.mjs';
import { migrations } from '../../../migrations/index';
import type { Config } from '../config/config';
import { databaseErrorNumber } from './database-error';
import { connectSeconds, driverWithDeadlines, querySeconds } from './database-driver';

/** How long a start waits for a database that is still starting. */
const startSeconds = 30;

/**
 * TypeORM's options for the configured database, in UTC. Ordinary connections have deadlines; those that `migrate` have
 * none, since changing a large table takes time.
 * @throws the driver's error when no server answers while starting.
 */
export async function databaseOptions(
  config: Pick<Config, 'databaseUrl' | 'databaseMigrationUrl' | 'databaseConnections'>,
  purpose: 'serve' | 'seed' | 'migrate' = 'serve',
): Promise<DataSourceOptions> {
  const address = databaseAddress(purpose === 'migrate' ? config.databaseMigrationUrl : config.databaseUrl);
  const type = await serverType(address);
  return {
    type,
    host: address.host,
    port: address.port,
    username: address.user,
    password: address.password,
    database: address.database,
    ...(address.socketPath && { socketPath: address.socketPath }),
    ...(address.ssl && { ssl: address.ssl }),
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    migrations,
    migrationsTransactionMode: 'each',
    connectTimeout: connectSeconds * 1000,
    // One more connection for the lock of `alone`.
    poolSize: config.databaseConnections + (purpose === 'serve' ? 0 : 1),
    // Named in any case: TypeORM would look for the package, which is bundled.
    driver: purpose === 'migrate' ? mysql : driverWithDeadlines,
    ...(purpose !== 'migrate' && {
      // For `Connection.together`; typed text is never part of a statement's text.
      multipleStatements: true,
      enableQueryTimeout: true,
      maxQueryExecutionTime: querySeconds * 1000,
      extra: { queueLimit: config.databaseConnections * 50, enableKeepAlive: true },
    }),
  };
}

/** TypeORM needs the dialect: the servers' lock clauses differ. */
async function serverType(address: DatabaseAddress): Promise<'mariadb' | 'mysql'> {
  const options: ConnectionOptions = { ...address, connectTimeout: connectSeconds * 1000 };
  const deadline = Date.now() + startSeconds * 1000;
  for (;;) {
    try {
      const connection = await createConnection(options);
      const [rows] = await connection.query('SELECT VERSION() AS version');
      await connection.end();
      return JSON.stringify(rows).includes('MariaDB') ? 'mariadb' : 'mysql';
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
      await pause(500);
    }
  }
}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'POOL_TIMEOUT',
]);

/**
 * Too many connections, shutting down, statement or connection killed, read-only, lock wait, disk full; of a cluster: the
 * node is outside it (1047), the commit failed (1180), or its hook did or rolled it back (3100, 3101).
 */
const awayNumbers = new Set([
  ...[1021, 1040, 1053, 1105, 1203, 1205, 1290, 1317, 1792, 1836, 1927, 1969, 3024],
  ...[1047, 1180, 3100, 3101],
]);

const awayMessages = /connection is in closed state|Pool is closed|Queue limit reached|is not established/;

/** Whether an error means that the database cannot serve now, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = (error as { driverError?: unknown } | null)?.driverError ?? error;
  if (!(cause instanceof Error)) return false;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  // ENOENT of a socket means an absent server, of a file it does not.
  if (code === 'ENOENT') return syscall === 'connect';
  return (
    awayCodes.has(code ?? '') ||
    awayNumbers.has(databaseErrorNumber(error) ?? 0) ||
    awayMessages.test(cause.message)
  );
}
