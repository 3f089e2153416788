import { pastCollections } from '@bank/contracts/demo';
import { toMinor } from '@bank/contracts/money';
import { rowOf, text } from '../platform/database/columns';
import { parisDay } from '../platform/time/paris-day';
import { nextTargetDay } from '../ports/payment-rail/settlement-days.service';
import collections from './data/collections.json';
import type { DemoPerson, Seeding } from './demo-person';
import type { Movements } from './movements';
import { later, morningOf } from './timeline';

/** A made-up company of the world. */
const creditor = {
  id: 'FR67ZZZ998001',
  name: 'Énergie du Fleuve',
  account: pastCollections.account,
  bic: 'FLEUFRP1XXX',
};
const mandateId = 'FLEUVE-2024-0187';
const hoursUntilBooked = 6;

const ibanOf = 'SELECT iban FROM accounts WHERE id = ?';
const ibanRow = rowOf({ iban: text });

/** Plans the collections from marie's account under one mandate, which the first of them creates. */
export function planCollections(seeding: Seeding, movements: Movements, named: DemoPerson[]): void {
  const { tx, services, timeline, now } = seeding;
  const [, marie] = named;
  if (!marie) return;
  for (const [at, { daysAgo, amount, remittance }] of collections.entries()) {
    timeline.add(later(settlementMorning(now, daysAgo), -hoursUntilBooked), async () => {
      await movements.provide(marie, toMinor(amount));
      const { iban } = await tx.one(ibanRow, ibanOf, [marie.accountId]);
      const id = `${pastCollections.prefix}${at + 1}`;
      const collection = {
        transactionId: id,
        endToEndId: 'NOTPROVIDED',
        creditor,
        mandateId,
        remittance,
        amount: { minor: toMinor(amount), currency: 'EUR' },
        debtor: { name: `${marie.user.first_name} ${marie.user.last_name}`, account: iban },
        signedOn: '2024-03-18',
        sequence: 'RCUR' as const,
        dueOn: parisDay(services.clock.now()),
      };
      await services.collections.take(tx, [collection], { messageId: id });
      movements.forget();
    });
  }
}

/** The morning of that day, or of the next one on which banks settle: a collection is debited on no other. */
function settlementMorning(now: Date, daysAgo: number): Date {
  const morning = morningOf(now, daysAgo);
  const day = parisDay(morning);
  return daysAgo === 0 || nextTargetDay(day) === day ? morning : settlementMorning(now, daysAgo - 1);
}
