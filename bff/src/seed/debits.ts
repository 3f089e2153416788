import type { Frequency } from '@bank/contracts/scheduled-payments';
import { addDays, parisDay } from '../common/paris-day';
import debits from './data/debits.json';
import { authorOf, type Life, type Seeding } from './life';
import type { Movements } from './movements';
import { later, timeOfDay } from './timeline';

export const debitCount = debits.length;

const oldestDays = 70;
/** The customer who blocks their card although a debit is drawn on it, which is refused from then on. */
const blocksCard = 6;

/** Plans the scheduled debits, two of them marie's, and their runs up to `now`. */
export function planDebits(seeding: Seeding, movements: Movements, named: Life[], customers: Life[]): void {
  const { services, timeline, now } = seeding;
  const [, marie, , paul] = named;
  const others = customers.filter(({ user, kyc }) => user.status === 'active' && kyc !== 'rejected');
  for (const [at, debit] of debits.entries()) {
    const life = at < 2 ? marie : at === 2 ? paul : others[at * 3];
    const orderedAt = timeOfDay(now, oldestDays - at, services.chance);
    const first = addDays(parisDay(orderedAt), 1 + services.chance.below(6));
    if (life) timeline.add(orderedAt, () => order(seeding, life, debit, first));
    if (life && at === blocksCard) timeline.add(later(orderedAt, 30 * 24), () => blockCard(seeding, life));
  }
  for (let daysAgo = oldestDays; daysAgo > 0; daysAgo -= 1) {
    const morning = timeOfDay(now, daysAgo, services.chance);
    morning.setUTCHours(5, 0, 0, 0);
    timeline.add(morning, () => runDue(seeding, movements));
  }
  timeline.add(now, () => runDue(seeding, movements));
}

async function order(
  { runner, services }: Seeding,
  life: Life,
  { label, amount, frequency }: (typeof debits)[number],
  first_run: string,
): Promise<void> {
  const [card_id = 0] = life.cardIds;
  await services.debits.order(runner, authorOf(life), {
    ...{ card_id, label, amount, frequency: frequency as Frequency, first_run },
  });
}

async function blockCard({ runner, services }: Seeding, life: Life): Promise<void> {
  await services.cardStatus.change(runner, authorOf(life), life.cardIds[0] ?? 0, 'blocked');
}

async function runDue({ runner, services }: Seeding, movements: Movements): Promise<void> {
  const today = parisDay(services.clock.now());
  while (await services.runs.runNext(runner, today)) movements.forget();
}
