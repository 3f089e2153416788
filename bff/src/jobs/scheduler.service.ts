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

/** The jobs of the bank. */
export const allJobs = Symbol('jobs');

/**
 * Starts the jobs every `JOBS_EVERY_SECONDS`, each in a lane of its own: one that takes long holds up no other, and is
 * not started again meanwhile. It keeps servers from nothing: what must happen once is guarded by the database. A stop
 * waits for what is under way.
 */
@Injectable()
export class SchedulerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private readonly startedAt = new Map<string, number>();
  /** Jobs whose last run failed: a failure that lasts is told once. */
  private readonly failing = new Set<string>();
  private readonly running = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(allJobs) private readonly jobs: Job[],
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const { jobsEverySeconds } = this.config;
    if (jobsEverySeconds === 0) return;
    this.timer = setInterval(() => void this.runAll(), jobsEverySeconds * 1000).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await Promise.all(this.running.values());
  }

  /** The names of the jobs whose last run on this server failed. */
  get failingJobs(): string[] {
    return [...this.failing].sort();
  }

  /** Starts every job that is due and does not run yet, and waits for those. */
  async runAll(): Promise<void> {
    await Promise.all(this.jobs.map((job) => this.startDue(job)));
  }

  private startDue(job: Job): Promise<void> | undefined {
    const now = this.clock.now();
    const last = this.startedAt.get(job.name) ?? -Infinity;
    const early = now.getTime() - last < (job.everySeconds ?? 0) * 1000;
    if (early || this.running.has(job.name) || this.stopping.signal.aborted) return undefined;
    this.startedAt.set(job.name, now.getTime());
    const run = this.runOne(job, now).finally(() => this.running.delete(job.name));
    this.running.set(job.name, run);
    return run;
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
