import { weeklyFee } from '@bank/contracts/accounts';
import { toMinor } from '@bank/contracts/money';
import { addDays, parisDay } from '../common/paris-day';
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

/** As the job does: those that wait first, then those that are due since yesterday. */
async function charge({ runner, services }: Seeding, movements: Movements): Promise<void> {
  const { fees, clock } = services;
  const today = parisDay(clock.now());
  const since = { id: 0, due: addDays(today, -1) };
  for (const [{ claim, work }, after] of [[fees.waiting()], [fees.due(today), since]] as const) {
    const { items } = await claim(runner, after, feesAtOnce);
    if (items.length === 0) continue;
    const { waiting } = await work(runner, items);
    if (waiting > 0) movements.forget();
    else
      movements.paid(
        items.map(({ id }) => id),
        toMinor(weeklyFee),
      );
  }
}
