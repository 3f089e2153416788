import { databaseAddress } from '@bank/contracts/database-address.mjs';
import mysql from 'mysql2/promise';
import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2/promise';
import { setTimeout as pause } from 'node:timers/promises';

type Values = readonly unknown[];
type Queryable = Pick<Pool, 'query'>;

/** SQL on the pool or inside a transaction. BIGINT columns are `bigint`, DATETIME columns `Date`, DATE columns text. */
export class Sql {
  constructor(private readonly connection: Queryable) {}

  /** @throws the driver's error. */
  async rows<Row>(sql: string, values: Values = []): Promise<Row[]> {
    const [rows] = await this.connection.query(sql, values as unknown[]);
    return rows as Row[];
  }

  /** The first row, if any. */
  async row<Row>(sql: string, values: Values = []): Promise<Row | undefined> {
    return (await this.rows<Row>(sql, values))[0];
  }

  /** The sum or count of a query with one row and one column; 0 without a row. */
  async sum(sql: string, values: Values = []): Promise<bigint> {
    const row = await this.row<Record<string, bigint | number | null>>(sql, values);
    return BigInt(Object.values(row ?? {})[0] ?? 0);
  }

  /** @returns how many rows were inserted, changed or removed. */
  async write(sql: string, values: Values = []): Promise<number> {
    const [result] = await this.connection.query(sql, values as unknown[]);
    return (result as ResultSetHeader).affectedRows;
  }

  /**
   * Inserts a row for each object; all have the same keys. With `once`, rows whose key exists are left as they are.
   * @returns how many were inserted. @throws the driver's error.
   */
  async insert(table: string, rows: Record<string, unknown>[], { once = false } = {}): Promise<number> {
    const [first] = rows;
    if (!first) return 0;
    const columns = Object.keys(first);
    const values = rows.map((row) => columns.map((column) => row[column] ?? null));
    // IGNORE would also swallow other errors.
    const existing = once ? ` ON DUPLICATE KEY UPDATE ${columns[0]} = ${table}.${columns[0]}` : '';
    return this.write(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?${existing}`, [values]);
  }
}

/** Deadlock, lock wait time-out, row changed by another, and a key that a transaction at the same moment inserted. */
const transient = new Set([1213, 1205, 1020, 1062]);
const attempts = 5;

export class Database extends Sql {
  constructor(private readonly pool: Pool) {
    super(pool);
  }

  static open(url: string): Database {
    const pool = mysql.createPool({
      ...databaseAddress(url),
      connectionLimit: 20,
      // None is prepared, and the driver reserves half a megabyte on each connection for 16,000. 0 would select this default.
      maxPreparedStatements: 1,
      timezone: 'Z',
      charset: 'utf8mb4',
      dateStrings: ['DATE'],
      // A row that an insert leaves as it is does not count as affected.
      flags: ['-FOUND_ROWS'],
      typeCast: (field, next) => {
        if (field.type !== 'LONGLONG') return next();
        const text = field.string();
        return text === null ? null : BigInt(text);
      },
    });
    pool.pool.on('connection', (connection) => {
      connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', () => {});
    });
    return new Database(pool);
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED), repeated as a whole after a transient failure; it must have no other
   * effects. What a lost connection leaves in doubt is decided by the keys of the rows when the message comes again.
   * @throws what `work` throws, or the driver's error.
   */
  async transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const connection = await this.pool.getConnection();
      try {
        return await inTransaction(connection, work);
      } catch (error) {
        if (attempt === attempts || !transient.has((error as { errno?: number }).errno ?? 0)) throw error;
      } finally {
        connection.release();
      }
      await pause(Math.random() * 20 * attempt);
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

async function inTransaction<Result>(connection: PoolConnection, work: (sql: Sql) => Promise<Result>) {
  await connection.beginTransaction();
  try {
    const result = await work(new Sql(connection));
    await connection.commit();
    return result;
  } catch (error) {
    // A connection that is lost has rolled back by itself.
    await connection.rollback().catch(() => connection.destroy());
    throw error;
  }
}
