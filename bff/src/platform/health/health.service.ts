import { Injectable } from '@nestjs/common';
import type { Health, Readiness } from '@bank/contracts/health';
import { migrations } from '../../../migrations/index';
import { rowOf, text } from '../database/columns';
import { Database } from '../database/database';
import { ApiException } from '../errors/api-exception';
import { awayRetrySeconds } from '../http/api-exception.filter';
import { SchedulerService } from '../jobs/scheduler.service';
import { withinTime } from '../errors/deadline';

const migrationRow = rowOf({ name: text });

/** Shorter than the deadlines of ordinary queries. */
const deadlineMilliseconds = 2_000;

const names = migrations.map((Migration) => Migration.name);

@Injectable()
export class HealthService {
  private isLeaving = false;
  private readonly checks: (() => boolean)[] = [];

  constructor(
    private readonly database: Database,
    private readonly scheduler: SchedulerService,
  ) {}

  /** Adds a condition of readiness, such as the ledger's soundness. */
  addCheck(isSound: () => boolean): void {
    this.checks.push(isSound);
  }

  /** Makes the server not ready, so that the load balancer sends it no more requests. */
  leave(): void {
    this.isLeaving = true;
  }

  /** Always ok: the process runs. */
  live(): Health {
    return { status: 'ok' };
  }

  /**
   * Ready: the database responds in time and has every migration, every added check holds, and the server is not
   * stopping. Failing jobs are listed but do not matter.
   * @throws ApiException UNAVAILABLE otherwise.
   */
  async ready(): Promise<Readiness> {
    if (this.isLeaving) throw new ApiException('UNAVAILABLE', { retryAfterSeconds: awayRetrySeconds });
    const missing = await withinTime(this.missingMigrations(), deadlineMilliseconds).catch(() => undefined);
    if (missing !== 0 || !this.checks.every((isSound) => isSound())) {
      throw new ApiException('UNAVAILABLE', { retryAfterSeconds: awayRetrySeconds });
    }
    return { status: 'ok', jobs: { failing: this.scheduler.failingJobs } };
  }

  private async missingMigrations(): Promise<number> {
    const applied = await this.database.rows(migrationRow, 'SELECT name FROM migrations');
    return names.filter((name) => !applied.some((row) => row.name === name)).length;
  }
}
