import type { PoolConnection } from 'mysql2';
import { Database } from '../../bff/src/platform/database/database';

type Done = (error: unknown, result: unknown, fields: unknown) => void;
type Query = (statement: string | { sql: string }, values: unknown[], done: Done) => unknown;

/** A connection whose results are seen only after `disturb` has committed. */
function disturbed(connection: PoolConnection, disturb: () => Promise<unknown>): PoolConnection {
  const query: Query = (statement, values, done) =>
    (connection.query.bind(connection) as unknown as Query)(statement, values, (error, result, fields) => {
      const sql = typeof statement === 'string' ? statement : statement.sql;
      // The id of an account is the same at every moment.
      const isReading = /\bFROM\b/.test(sql) && !/^SELECT id FROM/.test(sql);
      const others = isReading ? disturb() : Promise.resolve();
      others.then(
        () => done(error, result, fields),
        (failure: unknown) => done(failure, undefined, undefined),
      );
    });
  return new Proxy(connection, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** The same database to a service while others write, between each two of its statements that read. */
export function whileOthersWrite(database: Database, disturb: () => Promise<unknown>): Database {
  const source = Object.create(database.source) as typeof database.source;
  source.createQueryRunner = () => {
    const runner = database.source.createQueryRunner();
    const connect = runner.connect.bind(runner);
    runner.connect = async () => disturbed((await connect()) as PoolConnection, disturb);
    return runner;
  };
  return new Database(source, database.packets);
}
