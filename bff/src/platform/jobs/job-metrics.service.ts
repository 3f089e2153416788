import { Injectable, type OnModuleInit } from '@nestjs/common';
import { moment, rowOf, text } from '../database/columns';
import { Database } from '../database/database';
import { MetricsService } from '../metrics/metrics.service';
import { SchedulerService } from './scheduler.service';

const latestEnds = `
  SELECT job, MAX(finished_at) AS finished_at FROM job_runs WHERE finished_at >= UTC_TIMESTAMP() - INTERVAL 2 DAY AND NOT failed
  GROUP BY job`;
const latestRow = rowOf({ job: text, finished_at: moment });

/** The state of the jobs: which fail on this server, and when each last succeeded on any. */
@Injectable()
export class JobMetricsService implements OnModuleInit {
  constructor(
    private readonly metrics: MetricsService,
    private readonly database: Database,
    private readonly scheduler: SchedulerService,
  ) {}

  onModuleInit(): void {
    // `job` is Prometheus' own label.
    const labels = ['name'];
    this.metrics.gauge(
      { name: 'bank_job_failing', help: 'Jobs whose last run on this server failed.', labels },
      () => this.scheduler.failingJobs.map((job) => ({ labels: { name: job }, value: 1 })),
    );
    this.metrics.gauge(
      {
        name: 'bank_job_last_success_timestamp_seconds',
        help: 'The end of the last run on any server that did not fail, of the last two days.',
        labels,
      },
      async () =>
        (await this.database.rows(latestRow, latestEnds)).map(({ job, finished_at }) => ({
          labels: { name: job },
          value: finished_at.getTime() / 1000,
        })),
    );
  }
}
