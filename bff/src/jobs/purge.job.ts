import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HousekeepingService } from '../auth/housekeeping.service';
import type { Job, JobOutcome } from './job';

const day = 86_400_000;
const batch = 1_000;

/** What is kept for how long; a call that is repeated later than that counts as a new one. */
const leftovers = [
  { statement: 'DELETE FROM idempotency_keys WHERE created_at < ? LIMIT ?', keptFor: 7 * day },
  // Files that no message named; `sweep-documents` removes what they leave in the store.
  {
    statement: 'DELETE FROM ticket_attachments WHERE created_at < ? AND ticket_id IS NULL LIMIT ?',
    keptFor: day,
  },
  { statement: 'DELETE FROM address_counts WHERE window_ends_at < ? LIMIT ?', keptFor: 0 },
  { statement: 'DELETE FROM job_runs WHERE finished_at < ? LIMIT ?', keptFor: 90 * day },
];

/** Throws away what is no longer needed: spent keys, ended sessions, what sign-ins leave behind. */
@Injectable()
export class PurgeJob implements Job {
  readonly name = 'purge';
  readonly everySeconds = 900;

  constructor(
    private readonly dataSource: DataSource,
    private readonly housekeeping: HousekeepingService,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    let done = await this.housekeeping.sweep(now, stopping);
    for (const { statement, keptFor } of leftovers) {
      const before = new Date(now.getTime() - keptFor);
      for (let removed = batch; removed === batch && !stopping.aborted; done += removed) {
        const result = (await this.dataSource.query(statement, [before, batch])) as { affectedRows: number };
        removed = result.affectedRows;
      }
    }
    return { done, message: `Nettoyage : ${done} lignes périmées supprimées.` };
  }
}
