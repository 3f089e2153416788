import { Injectable } from '@nestjs/common';
import { ReleaseSweep } from '../releases/release-sweep';
import type { Job, JobOutcome } from './job';

/** Removes the files of releases that no open tab can still need. */
@Injectable()
export class SweepReleasesJob implements Job {
  readonly name = 'sweep-releases';
  readonly everySeconds = 3_600;

  constructor(private readonly sweep: ReleaseSweep) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.sweep.run(now, stopping);
    return { done, message: `Anciennes versions : ${done} supprimées.` };
  }
}
