import { Injectable } from '@nestjs/common';
import { processSlices } from '../../platform/database/slices';
import { parisDay } from '../../platform/time/paris-day';
import { FeePlansService } from './fee-plans.service';
import { type DueFee, WeeklyFeesService } from './weekly-fees.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { Database } from '../../platform/database/database';
import { FailedItems } from '../../platform/errors/items-failed';

/** Fees charged in one transaction: enough for throughput, few enough that customers' calls are answered in between. */
const feesAtOnce = 40;
/** Unpaid fees read at once; after `idleSlices` without a payable one the next run continues from there. */
const waitingAtOnce = 500;
const idleSlices = 40;

@Injectable()
export class WeeklyFeeJob implements Job {
  readonly name = 'weekly-fee';
  private waitingFrom: DueFee | undefined;

  constructor(
    private readonly database: Database,
    private readonly fees: WeeklyFeesService,
    private readonly plans: FeePlansService,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const today = parisDay(now);
    const failed = new FailedItems();
    const late = await processSlices(
      this.database,
      this.fees.waiting(),
      { size: waitingAtOnce, failed, after: this.waitingFrom, idleSlices },
      stopping,
    );
    this.waitingFrom = late.stoppedAt;
    const bounds = { size: feesAtOnce, failed };
    const due = await processSlices(this.database, this.fees.due(today), bounds, stopping);
    await this.plans.extend(today, stopping);
    const outcomes = [...late.results, ...due.results];
    const paid = outcomes.reduce((sum, outcome) => sum + outcome.paid, 0);
    const waiting = outcomes.reduce((sum, outcome) => sum + outcome.waiting, 0);
    failed.end(paid + waiting);
    return {
      done: paid + waiting,
      text: 'job.weekly_fees',
      values: { paid, waiting },
    };
  }
}
