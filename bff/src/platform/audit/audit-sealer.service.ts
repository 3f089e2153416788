import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { z } from 'zod';
import { bytes, rowOf, whole } from '../database/columns';
import { Database } from '../database/database';
import { RepeatedTask } from '../tasks/repeated-task';
import { databaseErrorNumber, duplicateKey } from '../database/database-error';
import { beforeFirst, sealedColumns, sealedLine, sealOf, type SealedLine } from './audit-chain';

const pauseMilliseconds = 400;

/** How often a server looks that leaves the sealing to another one. */
const standbyMilliseconds = 5_000;
/** Few enough that a request does not wait for their hashes. */
const linesAtOnce = 200;

/** How far below the newest sealed id unsealed lines are searched: ids are assigned before their transactions commit. */
const lookBack = 1_000;

/** Some rounds search further, for lines of slow transactions. */
const farLookBack = 200_000;
const farEvery = 150;

/** How often the head of the chain is written to the server's log, outside the database. */
const anchorMilliseconds = 60_000;

const headRow = rowOf({ position: whole, logId: whole, hash: bytes });
type Head = z.infer<typeof headRow>;

/**
 * Seals committed lines of the activity log in the background, into an append-only hash chain. Of several servers one does
 * so: the others find that the chain has grown, and take over when it no longer does. The unique position refuses all but
 * the first who append at the same moment.
 */
@Injectable()
export class AuditSealerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('AuditSeals');
  private readonly task = new RepeatedTask({
    work: () => this.sealRound(),
    everyMs: pauseMilliseconds,
    onFailure: (error) => this.logger.warn(`the log was not sealed: ${error.message}`),
  });
  private rounds = 0;
  private anchoredAt = -Infinity;
  private anchored = 0;
  /** The end of the chain at the last look. */
  private lastPosition: number | undefined;
  private isStandby = false;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Seals new lines, unless another server does; returns the pause until the next round in ms, if it is a longer one. */
  async sealRound(): Promise<number | undefined> {
    const head = await this.head();
    const { position } = head;
    const isOthers = this.lastPosition !== undefined && position !== this.lastPosition;
    this.lastPosition = position;
    this.isStandby ||= isOthers;
    if (isOthers) return standbyMilliseconds;
    if ((await this.sealSome(head)) > 0) this.isStandby = false;
    return this.isStandby ? standbyMilliseconds : undefined;
  }

  private sealSome(head: Head): Promise<number> {
    const far = this.rounds % farEvery === 0;
    this.rounds += 1;
    return this.sealAfter(head, far ? farLookBack : lookBack);
  }

  /**
   * Seals unsealed lines and returns how many; ends early when another server was faster.
   * @param back how far below the newest sealed id to search
   */
  async seal(back = lookBack): Promise<number> {
    return this.sealAfter(await this.head(), back);
  }

  private async sealAfter(found: Head, back: number): Promise<number> {
    let head = found;
    let sealed = 0;
    let from = Math.max(0, head.logId - back);
    for (;;) {
      const lines = await this.unsealed(from);
      const last = lines.at(-1);
      const next = last && (await this.append(head, lines, last));
      if (!next) return sealed;
      head = next;
      sealed += lines.length;
      from = head.logId;
      if (lines.length < linesAtOnce || this.task.isStopping) return sealed;
    }
  }

  private unsealed(from: number): Promise<SealedLine[]> {
    return this.database.rows(
      sealedLine,
      `SELECT ${sealedColumns} FROM audit_log l LEFT JOIN audit_seals s ON s.log_id = l.id
       WHERE l.id > ? AND s.log_id IS NULL ORDER BY l.id LIMIT ?`,
      [from, linesAtOnce],
    );
  }

  private async head(): Promise<Head> {
    const row = await this.database.row(
      headRow,
      `SELECT s.position, s.hash, (SELECT MAX(log_id) FROM audit_seals) AS logId
       FROM audit_seals s ORDER BY s.position DESC LIMIT 1`,
    );
    return row ?? { position: 0, logId: 0, hash: beforeFirst };
  }

  /** Returns the new end of the chain, or nothing when another server was faster. */
  private async append(head: Head, lines: SealedLine[], last: SealedLine): Promise<Head | undefined> {
    let { position, hash } = head;
    const rows = lines.map((line) => {
      position += 1;
      hash = sealOf(hash, line);
      return [position, line.id, hash];
    });
    try {
      await this.database.write('INSERT INTO audit_seals (position, log_id, hash) VALUES ?', [rows]);
    } catch (error) {
      if (databaseErrorNumber(error) === duplicateKey) return undefined;
      throw error;
    }
    this.lastPosition = position;
    this.anchor(position, hash);
    return { position, logId: last.id, hash };
  }

  private anchor(position: number, hash: Buffer): void {
    const now = performance.now();
    if (now - this.anchoredAt < anchorMilliseconds || position === this.anchored) return;
    this.anchoredAt = now;
    this.anchored = position;
    this.logger.log(`sealed up to ${position}: ${hash.toString('hex')}`);
  }
}
