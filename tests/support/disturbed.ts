import type { PoolConnection } from 'mysql2';
import { Database } from '../../bff/src/platform/database/database';

type Done = (error: unknown, result: unknown) => void;

/** The same database to a service while others write: `disturb` has committed before the service sees what it read. */
export function whileOthersWrite(database: Database, disturb: () => Promise<unknown>): Database {
  const disturbed = async (connection: PoolConnection) => ({
    query({ sql, timeout }: { sql: string; timeout: number }, values: unknown[], done: Done) {
      connection.query({ sql, timeout }, values, (error, result) => {
        const others = /\bFROM\b/.test(sql) ? disturb() : Promise.resolve();
        others.then(
          () => done(error, result),
          (failure: unknown) => done(failure, undefined),
        );
      });
    },
  });
  const source = Object.create(database.source) as typeof database.source;
  source.createQueryRunner = () => {
    const runner = database.source.createQueryRunner();
    const connect = runner.connect.bind(runner);
    runner.connect = async () => disturbed((await connect()) as PoolConnection);
    return runner;
  };
  return new Database(source, database.packets);
}
