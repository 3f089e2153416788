import { addDays, parisDay } from '../common/paris-day';
import type { DueSlices } from '../common/slices';
import { daysOfWeek } from '../fees/fee-plans';
import type { Life, Seeding } from './life';
import type { Movements } from './movements';
import { later } from './timeline';

const insertPlan = 'INSERT INTO fee_plans (account_id, next_due) VALUES (?, ?)';
/** More than fall due in a day. */
const feesAtOnce = 500;
const chargedAtHour = 4;

/** Plans what accounts cost: every customer's fee each week since a week after they joined. */
export function planFees(seeding: Seeding, movements: Movements, lives: Life[]): void {
  const { runner, timeline, now } = seeding;
  const customers = lives.filter(({ user }) => user.role !== 'admin');
  for (const life of customers) {
    const first = addDays(parisDay(life.joinedAt), daysOfWeek);
    timeline.add(later(life.joinedAt, 1), async () => {
      await runner.query(insertPlan, [life.accountId, first]);
    });
  }
  const oldest = Math.max(...customers.map(({ daysAgo }) => daysAgo));
  for (let daysAgo = oldest; daysAgo > 0; daysAgo -= 1) {
    const night = later(now, -24 * daysAgo);
    night.setUTCHours(chargedAtHour, 0, 0, 0);
    timeline.add(night, () => charge(seeding, movements));
  }
  timeline.add(now, () => charge(seeding, movements));
}

async function charge({ runner, services }: Seeding, movements: Movements): Promise<void> {
  const { fees, clock } = services;
  for (const work of [fees.waiting(), fees.due(parisDay(clock.now()))]) {
    if (await drained(work)) movements.forget();
  }

  async function drained<Item, Result>({ claim, work }: DueSlices<Item, Result>): Promise<boolean> {
    const { items } = await claim(runner, undefined, feesAtOnce);
    if (items.length > 0) await work(runner, items);
    return items.length > 0;
  }
}
