import mysql, { type Pool, type PoolConnection, type PoolOptions, type QueryError } from 'mysql2';

/** Deadlines of a new connection, of a free one of the pool, and of one statement. */
export const connectSeconds = 3;
const acquireSeconds = 8;
export const querySeconds = 8;
const lockWaitSeconds = 5;
/**
 * How long a transaction that wrote may wait for its next statement: a server that hangs, or whose machine is lost, would keep its
 * locks. Less than others wait for a lock, so that they get it.
 */
const idleSeconds = 4;

/**
 * UTC, strict mode, READ COMMITTED. MariaDB, which reads the comment's content, ends a statement before our own deadline
 * does, so that the connection stays usable.
 */
const sessionSettings = `SET SESSION time_zone = '+00:00',
  sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  innodb_lock_wait_timeout = ${lockWaitSeconds} /*M!100100 , max_statement_time = ${querySeconds - 1} */`;
const serverSettings = `${sessionSettings} /*M!100300 , idle_write_transaction_timeout = ${idleSeconds} */`;
const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

type Acquired = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => void;
type Done = (error: QueryError | null, ...rest: unknown[]) => void;
type Send = (statement: unknown, values: unknown, done: Done) => unknown;

/**
 * The mysql2 driver for TypeORM with a deadline on waiting for a connection of the pool.
 * @param settings the statement that each new connection begins with
 */
const driverWith = (settings: string) => ({
  ...mysql,
  createPool(options: PoolOptions): Pool {
    const pool = mysql.createPool(options);
    pool.on('connection', (connection) => prepare(connection, settings));
    const acquire = pool.getConnection.bind(pool) as (acquired: Acquired) => void;
    pool.getConnection = (acquired: Acquired) => acquireInTime(acquire, acquired);
    return pool;
  },
});

/** For a command that runs alone, whose transactions may compute between their statements. */
export const driverWithDeadlines = driverWith(sessionSettings);
/** For a server, beside others. */
export const driverOfServers = driverWith(serverSettings);

function prepare(connection: PoolConnection, settings: string): void {
  closeWhenUseless(connection);
  const settled = (error: QueryError | null) => {
    // Money must not move on a connection without these settings.
    if (error) connection.destroy();
  };
  connection.query(settings, settled);
  connection.query(isolation, settled);
}

/**
 * Errors of a server that stops (1053), ended the connection (1927), or is not the primary of its cluster any more and only reads
 * (1290, 1792, 1836): the next statement needs a new connection, which finds the primary.
 */
const uselessAfter = new Set([1053, 1290, 1792, 1836, 1927]);

/** A statement that timed out may still hold locks: closing its connection makes the server roll back. */
export function closeWhenUseless(connection: PoolConnection): void {
  const send = connection.query.bind(connection) as unknown as Send;
  const guarded: Send = (statement, values, done) =>
    send(statement, values, (error, ...rest) => {
      if (error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT' || uselessAfter.has(error?.errno ?? 0))
        connection.destroy();
      done(error, ...rest);
    });
  connection.query = ((statement: unknown, values: unknown, done?: Done) =>
    typeof values === 'function'
      ? guarded(statement, undefined, values as Done)
      : guarded(statement, values, done ?? (() => undefined))) as typeof connection.query;
}

function acquireInTime(acquire: (acquired: Acquired) => void, acquired: Acquired): void {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    const error: NodeJS.ErrnoException = new Error('no database connection became free in time');
    error.code = 'POOL_TIMEOUT';
    acquired(error, undefined as unknown as PoolConnection);
  }, acquireSeconds * 1000);
  acquire((error, connection) => {
    clearTimeout(timer);
    if (!late) acquired(error, connection);
    else if (!error) connection.release();
  });
}
