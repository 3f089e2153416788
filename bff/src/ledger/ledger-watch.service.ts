import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { beginning, verifyLedger, type Verification } from './ledger-verifier';

const minute = 60_000;
const firstAfter = minute;
const interval = 10 * minute;

/**
 * Proves the ledger again and again beside the calls: the slow lane of the ready probe. The first round reads all of
 * it, later ones what was added since. A server that saw a law broken says so until it no longer does.
 */
@Injectable()
export class LedgerWatchService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Ledger');
  private timer: NodeJS.Timeout | undefined;
  private broken = false;
  /** Rows up to `settled` were proven; those up to `seen` were too, but for what was still uncommitted then. */
  private settled = beginning;
  private seen = beginning;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => void this.round(), firstAfter).unref();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  /** Whether the last round found every law kept; true before the first. */
  get sound(): boolean {
    return !this.broken;
  }

  /** One round; one that fails is logged and says nothing about the ledger. */
  async round(): Promise<void> {
    try {
      this.conclude(await verifyLedger(this.dataSource, this.settled));
    } catch (error) {
      this.logger.warn(`the ledger was not verified: ${(error as Error).message}`);
    }
    this.timer = setTimeout(() => void this.round(), interval).unref();
  }

  private conclude({ violations, watermark }: Verification): void {
    this.broken = violations.length > 0;
    for (const { law, rows } of violations) {
      this.logger.error(`law broken: ${law}: ${JSON.stringify(rows)}`);
    }
    if (this.broken) return;
    this.settled = this.seen;
    this.seen = watermark;
  }
}
