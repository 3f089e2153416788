import { Injectable } from '@nestjs/common';
import { ReleaseSweep } from './release-sweep.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';

/** Removes the files of releases that no open tab still needs. */
@Injectable()
export class SweepReleasesJob implements Job {
  readonly name = 'sweep-releases';
  readonly everySeconds = 3_600;

  constructor(private readonly sweep: ReleaseSweep) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.sweep.run(now, stopping);
    return { done, text: 'job.sweep_releases', values: { count: done } };
  }
}
