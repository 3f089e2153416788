import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { Clock } from '../common/clock';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';
import type { Job, JobOutcome } from './job';
import { recordRun } from './job-runs';

/** The jobs of the bank, in the order in which a round runs them. */
export const allJobs = Symbol('jobs');

/**
 * Runs the jobs, one round after another, with a pause of `JOBS_EVERY_SECONDS` between them. It keeps servers from
 * nothing: what must happen once is guarded by the database. A stop waits for what is under way.
 */
@Injectable()
export class SchedulerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private readonly startedAt = new Map<string, number>();
  /** Jobs whose last run failed: a failure that lasts is told once. */
  private readonly failing = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private round = Promise.resolve();

  constructor(
    @Inject(allJobs) private readonly jobs: Job[],
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.jobsEverySeconds > 0) this.wait();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.round;
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      this.round = this.runAll().then(() => {
        if (!this.stopping.signal.aborted) this.wait();
      });
    }, this.config.jobsEverySeconds * 1000).unref();
  }

  /** One round: every job that is due for one. A job that fails does not keep the others from running. */
  async runAll(): Promise<void> {
    for (const job of this.jobs) {
      const now = this.clock.now();
      const last = this.startedAt.get(job.name) ?? -Infinity;
      const early = now.getTime() - last < (job.everySeconds ?? 0) * 1000;
      if (early || this.stopping.signal.aborted) continue;
      this.startedAt.set(job.name, now.getTime());
      await this.runOne(job, now);
    }
  }

  private async runOne(job: Job, now: Date): Promise<void> {
    try {
      const outcome = await job.run(now, this.stopping.signal);
      await this.record(job, now, outcome, false);
      if (this.failing.delete(job.name)) this.logger.log(`${job.name} works again`);
    } catch (error) {
      if (!this.failing.has(job.name)) this.logger.error(`${job.name} failed`, (error as Error).stack);
      const outcome = { done: 0, message: `La tâche ${job.name} a échoué.` };
      await this.record(job, now, outcome, true).catch((again: unknown) =>
        this.logger.warn(`${job.name}: not recorded: ${(again as Error).message}`),
      );
      this.failing.add(job.name);
    }
  }

  /** Every run is noted; the activity log has a line of one that did something, and of the first that failed. */
  private async record(job: Job, started: Date, { done, message }: JobOutcome, failed: boolean) {
    const isTold = done > 0 || (failed && !this.failing.has(job.name));
    await inTransaction(this.dataSource, async (runner) => {
      await recordRun(runner, { job: job.name, started, finished: this.clock.now(), done, failed });
      if (!isTold) return;
      await this.audit.record(runner, {
        action: `job.${job.name}`,
        type: failed ? 'error' : 'info',
        message,
      });
    });
  }
}
