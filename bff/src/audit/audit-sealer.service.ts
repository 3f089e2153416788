import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { databaseErrorNumber, duplicateKey } from '../common/database-error';
import { wholeNumber } from '../common/money-column';
import { beforeFirst, sealedColumns, sealOf, type SealedLine } from './audit-chain';

const pauseMilliseconds = 400;
const linesAtOnce = 1_000;

/** Ids are given out before their transactions commit: lines so far behind the newest seal may still appear. */
const lookBack = 1_000;

/** Now and then the search goes further back, for a line whose transaction was slow while many others wrote. */
const farLookBack = 200_000;
const farEvery = 150;

/** How often the head of the chain goes to the server's own log, outside of the database that it vouches for. */
const anchorMilliseconds = 60_000;

interface Head {
  position: number;
  logId: number;
  hash: Buffer;
}

/**
 * Seals the lines of the activity log, soon after they are committed, into a chain of hashes that only grows; no
 * call waits for it. Several servers may do it: the position is unique, and whoever comes second tries again.
 */
@Injectable()
export class AuditSealerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('AuditSeals');
  private timer: NodeJS.Timeout | undefined;
  private round = Promise.resolve();
  private rounds = 0;
  private stopping = false;
  private failing = false;
  private anchoredAt = -Infinity;
  private anchored = 0;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.wait();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      this.round = this.sealRound().finally(() => {
        if (!this.stopping) this.wait();
      });
    }, pauseMilliseconds).unref();
  }

  private async sealRound(): Promise<void> {
    const far = this.rounds % farEvery === 0;
    this.rounds += 1;
    try {
      await this.seal(far ? farLookBack : lookBack);
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`the log was not sealed: ${(error as Error).message}`);
      this.failing = true;
    }
  }

  /**
   * Seals the lines that have no seal yet, looked for from so many ids before the newest seal on, and answers how
   * many; it ends early when another server was quicker.
   */
  async seal(back = lookBack): Promise<number> {
    let sealed = 0;
    let from: number | undefined;
    for (;;) {
      const head = await this.head();
      from ??= Math.max(0, head.logId - back);
      const lines = await this.unsealed(from);
      const last = lines.at(-1);
      if (!last || !(await this.append(head, lines))) return sealed;
      sealed += lines.length;
      from = wholeNumber(last.id);
      if (lines.length < linesAtOnce || this.stopping) return sealed;
    }
  }

  private unsealed(from: number): Promise<SealedLine[]> {
    return this.dataSource.query(
      `SELECT ${sealedColumns} FROM audit_log l LEFT JOIN audit_seals s ON s.log_id = l.id
       WHERE l.id > ? AND s.log_id IS NULL ORDER BY l.id LIMIT ?`,
      [from, linesAtOnce],
    );
  }

  private async head(): Promise<Head> {
    const [row] = (await this.dataSource.query(
      `SELECT s.position, s.hash, (SELECT MAX(log_id) FROM audit_seals) AS logId
       FROM audit_seals s ORDER BY s.position DESC LIMIT 1`,
    )) as { position: string; hash: Buffer; logId: string }[];
    if (!row) return { position: 0, logId: 0, hash: beforeFirst };
    return { position: wholeNumber(row.position), logId: wholeNumber(row.logId), hash: row.hash };
  }

  private async append(head: Head, lines: SealedLine[]): Promise<boolean> {
    let { position, hash } = head;
    const rows = lines.map((line) => {
      position += 1;
      hash = sealOf(hash, line);
      return [position, line.id, hash];
    });
    try {
      await this.dataSource.query('INSERT INTO audit_seals (position, log_id, hash) VALUES ?', [rows]);
    } catch (error) {
      if (databaseErrorNumber(error) === duplicateKey) return false;
      throw error;
    }
    this.anchor(position, hash);
    return true;
  }

  private anchor(position: number, hash: Buffer): void {
    const now = performance.now();
    if (now - this.anchoredAt < anchorMilliseconds || position === this.anchored) return;
    this.anchoredAt = now;
    this.anchored = position;
    this.logger.log(`sealed up to ${position}: ${hash.toString('hex')}`);
  }
}
