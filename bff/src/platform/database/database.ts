import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { rowOf, text } from './columns';
import { Connection, type ResultsOf, send } from './connection';
import type { Packets, Query, Statement, WriteResult } from './packets';
import { deadlocks, repeated, transient } from './repeated';
import { Transaction } from './transaction';

export { Connection, Transaction };
export type { Query, ResultsOf, Statement, WriteResult };

/** A row of SHOW VARIABLES or SHOW STATUS. */
export const variableRow = rowOf({ Value: text });

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

/** The placeholders of a list of values: `?, ?`. */
export const listOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
