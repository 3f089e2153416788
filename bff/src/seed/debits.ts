import { addDays } from '@bank/contracts/days';
import type { Frequency } from '@bank/contracts/scheduled-payments';
import { parisDay } from '../platform/time/paris-day';
import debits from './data/debits.json';
import { authorOf, type DemoPerson, type Seeding } from './demo-person';
import type { Movements } from './movements';
import { later, timeOfDay } from './timeline';

const oldestDays = 70;
/** The debit whose customer blocks the card, so that later runs fail. */
const blocksCard = 6;

/** Plans the scheduled debits, two of them marie's, and their runs up to `now`. */
export function planDebits(
  seeding: Seeding,
  movements: Movements,
  named: DemoPerson[],
  customers: DemoPerson[],
): void {
  const { services, timeline, now } = seeding;
  const [, marie, , paul] = named;
  const others = customers.filter(({ user, kyc }) => user.status === 'active' && kyc === 'approved');
  for (const [at, debit] of debits.entries()) {
    const person = at < 2 ? marie : at === 2 ? paul : others[at * 3];
    const orderedAt = timeOfDay(now, oldestDays - at, services.random);
    const first = addDays(parisDay(orderedAt), 1 + services.random.below(6));
    if (person) timeline.add(orderedAt, () => order(seeding, person, debit, first));
    if (person && at === blocksCard)
      timeline.add(later(orderedAt, 30 * 24), () => blockCard(seeding, person));
  }
  for (let daysAgo = oldestDays; daysAgo > 0; daysAgo -= 1) {
    const morning = timeOfDay(now, daysAgo, services.random);
    morning.setUTCHours(5, 0, 0, 0);
    timeline.add(morning, () => runDue(seeding, movements));
  }
  timeline.add(now, () => runDue(seeding, movements));
}

async function order(
  { tx, services }: Seeding,
  person: DemoPerson,
  { label, amount, frequency }: (typeof debits)[number],
  first_run: string,
): Promise<void> {
  const [card_id = 0] = person.cardIds;
  await services.debits.order(tx, authorOf(person), {
    card_id,
    label,
    amount,
    frequency: frequency as Frequency,
    first_run,
  });
}

async function blockCard({ tx, services }: Seeding, person: DemoPerson): Promise<void> {
  await services.cardStatus.change(tx, authorOf(person), person.cardIds[0] ?? 0, 'blocked');
}

async function runDue({ tx, services }: Seeding, movements: Movements): Promise<void> {
  const today = parisDay(services.clock.now());
  while (await services.runs.runNext(tx, today)) movements.forget();
}
