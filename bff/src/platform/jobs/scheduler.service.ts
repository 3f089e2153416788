import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { Clock } from '../time/clock.service';
import { Config } from '../config/config';
import type { Job, JobOutcome } from './job';
import { recordRun } from './job-runs.service';
import { Database, type Transaction } from '../database/database';
import { ItemsFailed } from '../errors/items-failed';
import { IncidentsService } from '../incidents/incidents.service';

/** Injection token of all jobs. */
export const allJobs = Symbol('jobs');

/**
 * Starts the jobs every `JOBS_EVERY_SECONDS`, each independently and never twice at once on this server. It does not
 * coordinate servers: the database guards what must happen once. A shutdown waits for running jobs.
 */
@Injectable()
export class SchedulerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private readonly startedAt = new Map<string, number>();
  /** Jobs whose last run failed: a lasting failure is logged once. */
  private readonly failing = new Set<string>();
  private readonly running = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(allJobs) private readonly jobs: Job[],
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly incidents: IncidentsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const { jobsEverySeconds } = this.config;
    if (jobsEverySeconds === 0) return;
    this.timer = setInterval(() => void this.runAll(), jobsEverySeconds * 1000).unref();
    for (const job of this.jobs) if (job.atStart) void this.startDue(job);
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

  /** Starts every job that is due and not running, and waits for those. */
  async runAll(): Promise<void> {
    await Promise.all(this.jobs.map((job) => this.startDue(job)));
  }

  private startDue(job: Job): Promise<void> | undefined {
    const now = this.clock.now();
    const elapsed = now.getTime() - (this.startedAt.get(job.name) ?? -Infinity);
    // Negative when the clock was set back: every job would wait until it has caught up.
    const isEarly = elapsed >= 0 && elapsed < (job.everySeconds ?? 0) * 1000;
    if (isEarly || this.running.has(job.name) || this.stopping.signal.aborted) return undefined;
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
      const done = error instanceof ItemsFailed ? error.done : 0;
      const outcome: JobOutcome = { done, text: 'job.failed', values: { job: job.name } };
      await this.record(job, now, outcome, true).catch((cause: unknown) =>
        this.logger.warn(`${job.name}: not recorded: ${(cause as Error).message}`),
      );
      this.failing.add(job.name);
    }
  }

  /** A failing job is an incident until no server has failed at it for two of its intervals. */
  private async note(tx: Transaction, { name, everySeconds = 0 }: Job, failed: boolean): Promise<void> {
    const interval = Math.max(everySeconds, this.config.jobsEverySeconds);
    if (!failed) await this.incidents.recover(tx, 'job_failed', name, 2 * interval);
    else await this.incidents.open(tx, { kind: 'job_failed', subject: name, severity: 'medium' });
  }

  /** Records every run, and in the activity log those that did something and the first failure. */
  private async record(job: Job, started: Date, { done, ...facts }: JobOutcome, failed: boolean) {
    const isLogged = failed ? !this.failing.has(job.name) : done > 0;
    await this.database.transaction(async (tx) => {
      await recordRun(tx, { job: job.name, started, finished: this.clock.now(), done, failed });
      await this.note(tx, job, failed);
      if (!isLogged) return;
      await this.audit.record(tx, {
        action: `job.${job.name}`,
        type: failed ? 'error' : 'info',
        ...facts,
      });
    });
  }
}
