import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Health, Readiness } from '@bank/contracts/health';
import { Failure } from '../common/failure';
import { awayRetrySeconds } from '../common/failure.filter';
import { SchedulerService } from '../jobs/scheduler.service';
import { LedgerWatchService } from '../ledger/ledger-watch.service';
import { migrations } from '../../migrations/index';

/** Whoever asks must not wait for the deadlines of ordinary queries. */
const deadlineMilliseconds = 2_000;

const names = migrations.map((Migration) => Migration.name);

@Injectable()
export class HealthService {
  private isLeaving = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledgerWatch: LedgerWatchService,
    private readonly scheduler: SchedulerService,
  ) {}

  /** From now on the server is not ready: whoever shares out the calls sends it no more. */
  leave(): void {
    this.isLeaving = true;
  }

  /** The process answers. */
  live(): Health {
    return { status: 'ok' };
  }

  /**
   * The server can do its work: the database answers in time and has every migration, and the last round of the
   * slow lane found the ledger sound; and it was not asked to stop. Which jobs fail is said beside it.
   * @throws Failure UNAVAILABLE otherwise.
   */
  async ready(): Promise<Readiness> {
    if (this.isLeaving) throw new Failure('UNAVAILABLE', { retryAfterSeconds: awayRetrySeconds });
    const late = new Promise<'late'>((resolve) => {
      setTimeout(resolve, deadlineMilliseconds, 'late').unref();
    });
    const missing = await Promise.race([this.missingMigrations().catch(() => 'away' as const), late]);
    if (missing !== 0 || !this.ledgerWatch.sound) {
      throw new Failure('UNAVAILABLE', { retryAfterSeconds: awayRetrySeconds });
    }
    return { status: 'ok', jobs: { failing: this.scheduler.failingJobs } };
  }

  private async missingMigrations(): Promise<number> {
    const applied = (await this.dataSource.query('SELECT name FROM migrations')) as { name: string }[];
    return names.filter((name) => !applied.some((row) => row.name === name)).length;
  }
}
