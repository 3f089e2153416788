import type { PoolConnection } from 'mysql2';
import type { QueryRunner } from 'typeorm';
import { z } from 'zod';
import { ApiException } from '../errors/api-exception';
import { whole } from './columns';
import { querySeconds } from './database-driver';
import { packetOf, writeResult, type Packets, type Query, type Statement, type WriteResult } from './packets';

type ResultOf<Sent> = Sent extends Query<infer Rows> ? z.output<Rows> : WriteResult;

/** The results of statements in their order: of a query its checked rows, of any other statement a `WriteResult`. */
export type ResultsOf<Sent extends readonly unknown[]> = {
  -readonly [Index in keyof Sent]: ResultOf<Sent[Index]>;
};

const numbers = z.record(z.string(), whole);

/** The one way to send SQL: on the pool (`Database`) or inside a transaction (`Transaction`). */
export abstract class Connection {
  /** @param packets how several statements travel in one packet */
  constructor(readonly packets: Packets = 'several') {}

  /**
   * The rows of a SELECT, each checked and converted by `schema` (see `columns.ts`).
   * @throws the driver's error, which `databaseErrorNumber` and `isDatabaseAway` know; ZodError for a row of another shape.
   */
  async rows<Schema extends z.ZodType>(
    schema: Schema,
    sql: string,
    values: unknown[] = [],
  ): Promise<z.output<Schema>[]> {
    const rows = await this.query<unknown[]>(sql, values);
    return rows.map((row) => schema.parse(row));
  }

  /** The first row of a SELECT, or undefined. @throws what `rows` does. */
  async row<Schema extends z.ZodType>(
    schema: Schema,
    sql: string,
    values: unknown[] = [],
  ): Promise<z.output<Schema> | undefined> {
    const [row] = await this.rows(schema, sql, values);
    return row;
  }

  /** The first row of a SELECT. @throws ApiException NOT_FOUND without one, and what `rows` does. */
  async found<Schema extends z.ZodType>(
    schema: Schema,
    sql: string,
    values: unknown[] = [],
  ): Promise<z.output<Schema>> {
    const row = await this.row(schema, sql, values);
    if (row === undefined) throw new ApiException('NOT_FOUND');
    return row;
  }

  /** The row of a SELECT that always has one, such as an aggregate; otherwise as `rows`. @throws Error without a row. */
  async one<Schema extends z.ZodType>(
    schema: Schema,
    sql: string,
    values: unknown[] = [],
  ): Promise<z.output<Schema>> {
    const [row] = await this.query<unknown[]>(sql, values);
    if (row === undefined) throw new Error('a statement that always has a row had none');
    return schema.parse(row);
  }

  /** The number in the one row and column of a SELECT, such as a COUNT; 0 without a row. @throws what `rows` does. */
  async count(sql: string, values: unknown[] = []): Promise<number> {
    const row = await this.row(numbers, sql, values);
    return Object.values(row ?? {})[0] ?? 0;
  }

  /** Whether a SELECT finds a row; with FOR UPDATE, locks it. @throws the driver's error. */
  async exists(sql: string, values: unknown[] = []): Promise<boolean> {
    const rows = await this.query<unknown[]>(sql, values);
    return rows.length > 0;
  }

  /** Sends a statement that writes. @throws the driver's error. */
  async write(sql: string, values: unknown[] = []): Promise<WriteResult> {
    return writeResult(await this.query<WriteResult>(sql, values));
  }

  /**
   * Sends several statements in one packet, to save round trips, and returns the result of each. The database executes
   * them in order and stops at the first that fails.
   * @throws the driver's error; ZodError for rows of another shape.
   */
  async together<Sent extends readonly (Statement | Query)[] | []>(
    statements: Sent,
  ): Promise<ResultsOf<Sent>> {
    const packet = packetOf(this.packets, statements);
    const answer = await this.query<unknown>(packet.sql, valuesOf(statements));
    return packet.resultsOf(answer) as ResultsOf<Sent>;
  }

  /** Sends one statement and returns the driver's result. @throws the driver's error. */
  protected abstract query<Result>(sql: string, values?: unknown[]): Promise<Result>;
}

/** One connection that is held until its runner is released. */
export class HeldConnection extends Connection {
  constructor(
    protected readonly runner: QueryRunner,
    packets?: Packets,
  ) {
    super(packets);
  }

  protected query<Result>(sql: string, values: unknown[] = []): Promise<Result> {
    return send<Result>(this.runner, sql, values);
  }
}

/** The values of statements that travel in one packet. */
export const valuesOf = (statements: readonly (Statement | Query)[]): unknown[] =>
  statements.flatMap(([, values]) => values);

/** Sends a statement on a connection; bypasses TypeORM's `query`, which captures a stack trace and copies each result. */
export async function send<Result>(runner: QueryRunner, sql: string, values: unknown[]): Promise<Result> {
  const connection = (await runner.connect()) as PoolConnection;
  return new Promise((resolve, reject) => {
    connection.query({ sql, timeout: querySeconds * 1000 }, values, (error, result) => {
      if (error) reject(error);
      else resolve(result as Result);
    });
  });
}
