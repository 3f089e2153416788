import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { drainSlices } from '../common/slices';
import { parisDay } from '../common/paris-day';
import { FeePlans } from '../fees/fee-plans';
import { type DueFee, WeeklyFeesService } from '../fees/weekly-fees.service';
import type { Job, JobOutcome } from './job';

/** Accounts whose fees one transaction takes: long enough to be quick, short enough for nobody to wait for it. */
const feesAtOnce = 250;
/** Of fees that wait so many are looked at in one go; after a few such in vain the next run goes on from there. */
const waitingAtOnce = 500;
const idleSlices = 40;

/** Charges every customer's account its fee each week. */
@Injectable()
export class WeeklyFeeJob implements Job {
  readonly name = 'weekly-fee';
  private waitingFrom: DueFee | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly fees: WeeklyFeesService,
    private readonly plans: FeePlans,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const today = parisDay(now);
    const late = await drainSlices(
      this.dataSource,
      this.fees.waiting(),
      { size: waitingAtOnce, after: this.waitingFrom, idleSlices },
      stopping,
    );
    this.waitingFrom = late.stoppedAt;
    const due = await drainSlices(this.dataSource, this.fees.due(today), { size: feesAtOnce }, stopping);
    await this.plans.extend(today, stopping);
    const outcomes = [...late.results, ...due.results];
    const paid = outcomes.reduce((sum, outcome) => sum + outcome.paid, 0);
    const waiting = outcomes.reduce((sum, outcome) => sum + outcome.waiting, 0);
    return {
      done: paid + waiting,
      message: `Frais hebdomadaires : ${paid} prélevés, ${waiting} mis en attente.`,
    };
  }
}
