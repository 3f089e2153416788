import type { PoolConnection } from 'mysql2';
import type { EntityManager } from 'typeorm';
import { HeldConnection, valuesOf } from './connection';
import { textOf, type Statement } from './packets';

const commit: Statement = ['COMMIT', []];
const rollback: Statement = ['ROLLBACK', []];

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
