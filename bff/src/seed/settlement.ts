import { bankAccounts, stripesOf } from '../money/ledger/bank-accounts';
import { legsBetween } from '../money/ledger/movement';
import { minor, rowOf } from '../platform/database/columns';
import { parisDay, startOfParisDay } from '../platform/time/paris-day';
import type { Seeding } from './demo-person';
import type { Movements } from './movements';

const minute = 60_000;
const sumOf = 'SELECT SUM(balance) AS balance FROM accounts WHERE id IN (?)';
const sumRow = rowOf({ balance: minor });

/**
 * Settles what the demonstration's payments left at the clearing house on the evening before `now`: the world's clearing house
 * knows nothing of that past, and its first statement begins with zero.
 */
export function planSettlement({ tx, services, timeline, now }: Seeding, movements: Movements): void {
  const evening = new Date(startOfParisDay(parisDay(now)).getTime() - minute);
  timeline.add(evening, async () => {
    const { settlement, outside } = bankAccounts;
    const { balance } = await tx.one(sumRow, sumOf, [stripesOf(settlement)]);
    if (balance === 0n) return;
    await services.ledger.post(tx, {
      kind: 'adjustment',
      description: 'Règlement avec la chambre de compensation',
      legs: legsBetween(settlement, outside, balance),
      createdBy: null,
      requestId: null,
    });
    movements.forget();
  });
}
