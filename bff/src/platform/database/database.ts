import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolConnection } from 'mysql2';
import { DataSource, type DataSourceOptions, type EntityManager, type QueryRunner } from 'typeorm';
import { z } from 'zod';
import { ApiException } from '../errors/api-exception';
import { rowOf, text, whole } from './columns';
import { querySeconds } from './database-driver';
import {
  packetOf,
  textOf,
  writeResult,
  type Packets,
  type Query,
  type Statement,
  type WriteResult,
} from './packets';
import { deadlocks, repeated, transient } from './repeated';

export type { Query, Statement, WriteResult };

type ResultOf<Sent> = Sent extends Query<infer Rows> ? z.output<Rows> : WriteResult;

/** The results of statements in their order: of a query its checked rows, of any other statement a `WriteResult`. */
export type ResultsOf<Sent extends readonly unknown[]> = {
  -readonly [Index in keyof Sent]: ResultOf<Sent[Index]>;
};

const numbers = z.record(z.string(), whole);
const variableRow = rowOf({ Value: text });

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

/** The pool of connections: each statement takes one that is free. */
export class Database extends Connection {
  /** The transaction that the running code is part of; see `refuseSecondConnections`. */
  private inside: AsyncLocalStorage<{ isOpen: boolean }> | undefined;

  /** @param source TypeORM's pool, whose entities and migrations are used beside SQL */
  constructor(
    readonly source: DataSource,
    packets: Packets,
  ) {
    super(packets);
  }

  /**
   * Over a pool that is open.
   * @param packets how they travel; `auto`: as compound statements if the server is a node of Galera
   * @throws the driver's error.
   */
  static async over(source: DataSource, packets: Packets | 'auto' = 'auto'): Promise<Database> {
    if (packets !== 'auto') return new Database(source, packets);
    const plain = new Database(source, 'several');
    const replication = await plain.row(variableRow, `SHOW VARIABLES LIKE 'wsrep_on'`);
    return replication?.Value === 'ON' ? new Database(source, 'compound') : plain;
  }

  /** Opens a pool of its own. @throws the driver's error. */
  static async open(options: DataSourceOptions): Promise<Database> {
    return Database.over(await new DataSource(options).initialize());
  }

  close(): Promise<void> {
    return this.source.destroy();
  }

  /**
   * From now on refuses to take a second connection inside a transaction: with every connection held by a transaction that
   * waits for one more, all would wait for ever. For tests, since it costs the tracking of asynchronous calls.
   */
  refuseSecondConnections(): void {
    this.inside = new AsyncLocalStorage();
  }

  private demandFirstConnection(): void {
    if (this.inside?.getStore()?.isOpen) throw new Error('a transaction asked for a second connection');
  }

  protected async query<Result>(sql: string, values: unknown[] = []): Promise<Result> {
    this.demandFirstConnection();
    const runner = this.source.createQueryRunner();
    try {
      return await send<Result>(runner, sql, values);
    } finally {
      await runner.release();
    }
  }

  /**
   * Runs `work` inside one transaction (READ COMMITTED), and repeats it as a whole after a transient failure such as a
   * deadlock (architecture, money rules). The work must use only the given transaction and have no other side effects. A
   * lost connection is not retried: only an idempotency key shows whether its commit happened.
   * @param opening statements sent in one packet with the start of the transaction; the work gets their results.
   * @throws ApiException UNAVAILABLE when every attempt failed so.
   */
  async transaction<T, Opening extends (Statement | Query)[]>(
    work: (tx: Transaction, opened: ResultsOf<Opening>) => Promise<T>,
    ...opening: Opening
  ): Promise<T> {
    const begin = async (tx: Transaction): Promise<ResultsOf<Opening>> => {
      const [, ...opened] = await tx.together([start, ...opening]);
      return opened;
    };
    return repeated(() => this.attempt(begin, work), transient);
  }

  /** Also repeats the statement, which is a transaction of its own, after a deadlock. @throws what `transaction` does. */
  override write(sql: string, values: unknown[] = []): Promise<WriteResult> {
    return repeated(() => super.write(sql, values), deadlocks);
  }

  /**
   * Runs `work`, which only reads, on one consistent snapshot of the database (REPEATABLE READ): what is committed between
   * two of its statements is in neither.
   * @param opening queries sent in one packet with the start; the work gets their results.
   */
  snapshot<T, Opening extends (Statement | Query)[]>(
    work: (tx: Transaction, opened: ResultsOf<Opening>) => Promise<T>,
    ...opening: Opening
  ): Promise<T> {
    const begin = async (tx: Transaction): Promise<ResultsOf<Opening>> => {
      const [, , ...opened] = await tx.together([repeatableRead, start, ...opening]);
      return opened;
    };
    return this.attempt(begin, work);
  }

  private async tracked<T>(work: () => Promise<T>): Promise<T> {
    if (!this.inside) return work();
    const transaction = { isOpen: true };
    try {
      return await this.inside.run(transaction, work);
    } finally {
      transaction.isOpen = false;
    }
  }

  private async attempt<T, Opened>(
    begin: (tx: Transaction) => Promise<Opened>,
    work: (tx: Transaction, opened: Opened) => Promise<T>,
  ): Promise<T> {
    this.demandFirstConnection();
    const runner = this.source.createQueryRunner();
    const tx = new Transaction(runner, this.packets);
    try {
      await runner.connect();
      try {
        const opened = await begin(tx);
        const result = await this.tracked(() => work(tx, opened));
        await tx.commit();
        return result;
      } catch (error) {
        await tx.rollback();
        throw error;
      }
    } finally {
      await runner.release();
    }
  }
}

const repeatableRead: Statement = ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', []];
const start: Statement = ['START TRANSACTION', []];
const commit: Statement = ['COMMIT', []];
const rollback: Statement = ['ROLLBACK', []];

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

/** One open transaction; see `Database.transaction`. */
export class Transaction extends HeldConnection {
  private deferred: Statement[] = [];

  /** TypeORM's entities, inside this transaction. */
  get entities(): EntityManager {
    return this.runner.manager;
  }

  /**
   * Defers writing statements to the commit, to send them in one packet: log lines, notifications, live events, stored
   * responses. The transaction must not read what they write.
   */
  defer(...statements: Statement[]): void {
    this.deferred.push(...statements);
  }

  /** Sends the deferred statements, if any, followed by `more`, in one packet. */
  async flush(...more: Statement[]): Promise<void> {
    const statements = [...this.deferred, ...more];
    this.deferred = [];
    if (statements.length === 0) return;
    await this.query(textOf(this.packets, statements), valuesOf(statements));
  }

  /** Runs work that may be refused by itself: its writes and deferred statements are then undone, and its refusal returned. */
  async part<T, Refusal>(
    work: () => Promise<T>,
    refusalOf: (error: unknown) => Refusal | undefined,
  ): Promise<T | Refusal> {
    await this.flush();
    await this.write('SAVEPOINT part');
    try {
      return await work();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      this.deferred = [];
      await this.write('ROLLBACK TO SAVEPOINT part');
      return refusal;
    }
  }

  /** Commits, with the deferred statements in the same packet. */
  commit(): Promise<void> {
    return this.flush(commit);
  }

  /** Rolls back; needed also after error 1205, which leaves the transaction open. */
  async rollback(): Promise<void> {
    await this.together([rollback]).catch(() => this.discard());
  }

  /** Closes a connection that could not roll back: its next START TRANSACTION would commit. */
  private async discard(): Promise<void> {
    const connection = (await this.runner.connect()) as PoolConnection;
    connection.destroy();
  }
}

const valuesOf = (statements: readonly (Statement | Query)[]): unknown[] =>
  statements.flatMap(([, values]) => values);

/** The placeholders of a list of values: `?, ?`. */
export const listOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** Bypasses TypeORM's `query`, which captures a stack trace and copies each result. */
async function send<Result>(runner: QueryRunner, sql: string, values: unknown[]): Promise<Result> {
  const connection = (await runner.connect()) as PoolConnection;
  return new Promise((resolve, reject) => {
    connection.query({ sql, timeout: querySeconds * 1000 }, values, (error, result) => {
      if (error) reject(error);
      else resolve(result as Result);
    });
  });
}
