import { addDays } from '@bank/contracts/days';
import { parisDay } from '../platform/time/paris-day';
import beneficiaries from './data/beneficiaries.json';
import { authorOf, type DemoPerson, type Seeding } from './demo-person';
import { later } from './timeline';

const daysAgo = 40;
const daysUntilFirstRun = 9;

/** Plans marie's address book and her standing order, whose first run is still to come. */
export function planPayees({ tx, services, timeline, now }: Seeding, named: DemoPerson[]): void {
  const [, marie] = named;
  if (!marie) return;
  const added = later(now, -daysAgo * 24);
  const ids: number[] = [];
  for (const { name, account, label } of beneficiaries) {
    timeline.add(added, async () => {
      const { id } = await services.addressBook.enter(tx, authorOf(marie), { name, account, label });
      ids.push(id);
    });
  }
  timeline.add(later(now, -24), async () => {
    await services.standingOrders.order(
      tx,
      { ...authorOf(marie), language: 'fr' },
      {
        beneficiary_id: ids[0],
        amount: 45,
        description: 'Cours de piano',
        frequency: 'monthly',
        first_run: addDays(parisDay(now), daysUntilFirstRun),
      },
      true,
    );
  });
}
