import { addDays } from '@bank/contracts/days';
import { toMinor } from '@bank/contracts/money';
import { daysPerWeek, weeklyFee } from '@bank/contracts/quoted-figures';
import { parisDay } from '../platform/time/paris-day';
import type { DemoPerson, Seeding } from './demo-person';
import type { Movements } from './movements';
import { later } from './timeline';

const insertPlan = 'INSERT INTO fee_plans (account_id, next_due) VALUES (?, ?)';
/** More than fall due in a day. */
const feesAtOnce = 500;
const chargedAtHour = 4;

/** Plans every customer's weekly fees, from a week after they joined. */
export function planFees(seeding: Seeding, movements: Movements, people: DemoPerson[]): void {
  const { tx, timeline, now } = seeding;
  const customers = people.filter(({ user }) => user.role !== 'admin');
  for (const person of customers) {
    const first = addDays(parisDay(person.joinedAt), daysPerWeek);
    timeline.add(later(person.joinedAt, 1), async () => {
      await tx.write(insertPlan, [person.accountId, first]);
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

/** As the job does: unpaid fees first, then those due since yesterday. */
async function charge({ tx, services }: Seeding, movements: Movements): Promise<void> {
  const { fees, clock } = services;
  const today = parisDay(clock.now());
  const since = { id: 0, due: addDays(today, -1) };
  for (const [{ claim, work }, after] of [[fees.waiting()], [fees.due(today), since]] as const) {
    const { items } = await claim(tx, after, feesAtOnce);
    if (items.length === 0) continue;
    const { waiting } = await work(tx, items);
    if (waiting > 0) movements.forget();
    else
      movements.paid(
        items.map(({ id }) => id),
        toMinor(weeklyFee),
      );
  }
}
