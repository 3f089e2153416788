import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { UnansweredRequests } from '../../ports/card-network/unanswered-requests.service';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { RailWatchService } from './rail-watch.service';

/** A counterpart that has left a message unanswered for as long is silent. Milliseconds. */
const silentAfter = 120_000;

/**
 * Opens an incident, which everybody reads, when the rail or the card network is silent; closes it when all is answered. What
 * the rail left undone otherwise, staff read (see `RailWatchService`).
 */
@Injectable()
export class WatchCounterpartsJob implements Job {
  readonly name = 'watch-counterparts';

  constructor(
    private readonly database: Database,
    private readonly rail: PaymentRail,
    private readonly requests: UnansweredRequests,
    private readonly railWatch: RailWatchService,
    private readonly incidents: IncidentsService,
  ) {}

  /** The outcome counts no incident, since each has a line of its own in the activity log. */
  async run(now: Date): Promise<JobOutcome> {
    const [backlog, oldestRequest] = await Promise.all([this.rail.backlog(1), this.requests.oldest()]);
    const oldest = { rail_silent: backlog.oldest, card_network_silent: oldestRequest };
    let silent = 0;
    for (const [kind, since] of Object.entries(oldest)) {
      const isSilent = since !== null && now.getTime() - since.getTime() > silentAfter;
      if (isSilent) silent += 1;
      await this.database.transaction((tx) =>
        isSilent
          ? this.incidents.open(tx, { kind, subject: '', severity: 'medium' })
          : this.incidents.recover(tx, kind, '', 0),
      );
    }
    await this.railWatch.watch(now);
    return { done: 0, text: 'job.watch_counterparts', values: { count: silent } };
  }
}
