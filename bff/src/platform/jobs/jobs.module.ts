import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import type { JobName } from '@bank/contracts/jobs';
import type { Job } from './job';
import { JobMetricsService } from './job-metrics.service';
import { JobRunsService } from './job-runs.service';
import { JobsController } from './jobs.controller';
import type { Leftover } from './leftovers';
import { allLeftovers, PurgeJob } from './purge.job';
import { allJobs, SchedulerService } from './scheduler.service';

/** A job whose name the back-office can display. */
type NamedJob = Type<Job & { readonly name: JobName }>;

/** Runs the jobs, which live with their concepts and are passed in by the application. */
@Module({ controllers: [JobsController] })
export class JobsModule {
  /**
   * @param leftovers what the purge deletes
   * @param providers what jobs are injected with beside the imported modules
   */
  static with({
    imports,
    jobs,
    leftovers,
    providers,
  }: {
    imports: Type[];
    jobs: NamedJob[];
    leftovers: Leftover[];
    providers: Provider[];
  }): DynamicModule {
    const all: NamedJob[] = [...jobs, PurgeJob];
    return {
      module: JobsModule,
      global: true,
      imports,
      providers: [
        ...all,
        JobMetricsService,
        JobRunsService,
        SchedulerService,
        { provide: allLeftovers, useValue: leftovers },
        ...providers,
        { provide: allJobs, inject: all, useFactory: (...found: Job[]) => found },
      ],
      exports: [SchedulerService],
    };
  }
}
