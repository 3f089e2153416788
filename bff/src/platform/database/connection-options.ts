import mysql from 'mysql2';
import { createConnection, type ConnectionOptions } from 'mysql2/promise';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSourceOptions } from 'typeorm';
import { type DatabaseAddress, databaseAddress } from '@bank/contracts/database-address.mjs';
import { migrations } from '../../../migrations/index';
import type { Config } from '../config/config';
import { isDatabaseAway } from './database-away';
import { connectSeconds, driverOfServers, driverWithDeadlines, querySeconds } from './database-driver';

/**
 * The driver reserves memory for 16,000 prepared statements on each connection, half a megabyte. The bank prepares none; 1 is the
 * least, since 0 selects the default.
 */
const noPreparedStatements = { maxPreparedStatements: 1 };

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
    driver: { migrate: mysql, seed: driverWithDeadlines, serve: driverOfServers }[purpose],
    ...(purpose !== 'migrate' && {
      // For `Connection.together`; typed text is never part of a statement's text.
      multipleStatements: true,
      enableQueryTimeout: true,
      maxQueryExecutionTime: querySeconds * 1000,
      extra: { queueLimit: config.databaseConnections * 50, enableKeepAlive: true, ...noPreparedStatements },
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
