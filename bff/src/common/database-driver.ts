import mysql, { type Pool, type PoolConnection, type PoolOptions, type QueryError } from 'mysql2';

/** Longest wait for a new connection, for a free one of the pool, and for the answer to one statement. */
export const connectSeconds = 3;
const acquireSeconds = 8;
export const querySeconds = 8;
const lockWaitSeconds = 5;

/**
 * Every connection works in UTC, strictly, and reads what is committed. The server itself gives up a statement
 * before we do where it can (MariaDB reads what is inside the comment), so that the connection stays usable.
 */
const sessionSettings = `SET SESSION time_zone = '+00:00',
  sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  innodb_lock_wait_timeout = ${lockWaitSeconds} /*M!100100 , max_statement_time = ${querySeconds - 1} */`;
const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

type Acquired = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => void;
type Answered = (error: QueryError | null, ...rest: unknown[]) => void;
type Send = (statement: unknown, values: unknown, answered: Answered) => unknown;

/** The mysql2 driver for TypeORM, with what it lacks: a deadline on waiting for a connection of the pool. */
export const driverWithDeadlines = {
  ...mysql,
  createPool(options: PoolOptions): Pool {
    const pool = mysql.createPool(options);
    pool.on('connection', prepare);
    const acquire = pool.getConnection.bind(pool) as (acquired: Acquired) => void;
    pool.getConnection = (acquired: Acquired) => acquireInTime(acquire, acquired);
    return pool;
  },
};

function prepare(connection: PoolConnection): void {
  discardWhenSilent(connection);
  promiseCheaply(connection);
  const settled = (error: QueryError | null) => {
    // Money must not move on a connection with other rules than these.
    if (error) connection.destroy();
  };
  connection.query(sessionSettings, settled);
  connection.query(isolation, settled);
}

/**
 * A statement that got no answer in time may still hold locks and has an open transaction: closing its
 * connection makes the server roll back, and keeps later statements from queueing behind it without end.
 */
function discardWhenSilent(connection: PoolConnection): void {
  const send = connection.query.bind(connection) as unknown as Send;
  const guarded: Send = (statement, values, answered) =>
    send(statement, values, (error, ...rest) => {
      if (error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT') connection.destroy();
      answered(error, ...rest);
    });
  connection.query = ((statement: unknown, values: unknown, answered?: Answered) =>
    typeof values === 'function'
      ? guarded(statement, undefined, values as Answered)
      : guarded(statement, values, answered ?? (() => undefined))) as typeof connection.query;
}

/**
 * TypeORM sends every statement through `promise()`, whose own implementation takes a stack trace each time, for an
 * error that seldom comes; TypeORM wraps errors with a stack of its own.
 */
function promiseCheaply(connection: PoolConnection): void {
  const send = connection.query as unknown as Send;
  const query = (statement: unknown, values: unknown) =>
    new Promise((resolve, reject) => {
      send(statement, values, (error, ...rest) => (error ? reject(error) : resolve(rest)));
    });
  connection.promise = (() => ({ query })) as unknown as typeof connection.promise;
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
