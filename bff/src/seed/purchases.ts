import { pastPurchasePrefix } from '@bank/contracts/demo';
import { homeCurrency } from '@bank/contracts/currencies';
import { parisDay } from '../platform/time/paris-day';
import merchants from './data/merchants.json';
import type { DemoPerson, Seeding } from './demo-person';
import { morningOf } from './timeline';

const columns = `reference, card_id, account_id, state, kind, channel, code, reason, approval_code, amount, currency, cleared,
  reserved, counted, authenticated, merchant_id, merchant_name, merchant_city, merchant_country, category, created_at`;
const insertPurchase = `INSERT INTO card_purchases (${columns}) VALUES (?)`;
/** The movement is known by its reference only, since it is deferred likewise. */
const insertBooking = `
  INSERT INTO card_bookings (reference, purchase_id, account_id, kind, amount, currency, worth, markup, transfer_id,
    settlement_day, created_at)
  SELECT CONCAT('C', p.reference), p.id, p.account_id, 'clearing', p.amount, p.currency, p.amount, 0, t.id, ?, p.created_at
  FROM card_purchases p JOIN transfers t ON t.reference = ? WHERE p.reference = ?`;

interface Merchant {
  id: string;
  city: string;
  category: string;
  channel: string;
}
const byName: Record<string, Merchant | undefined> = merchants;

/** The use of a card, beside the movement that paid it. */
interface Used {
  kind: 'purchase' | 'cash';
  /** The merchant, by its name. */
  description: string;
  /** Minor units, positive. */
  amount: bigint;
}

/** The demonstration's card payments at the network: merchant, place, category. */
export class Purchases {
  private count = 0;

  constructor(private readonly seeding: Seeding) {}

  /** Whether a movement is one of a card at a merchant of the network. */
  isKnown(person: DemoPerson, description: string): boolean {
    return person.cardIds.length > 0 && byName[description] !== undefined;
  }

  /** Stores a purchase that was booked by the movement of a reference, with the movement itself. */
  booked(person: DemoPerson, used: Used, movement: string): void {
    const { tx, services } = this.seeding;
    const reference = this.nextReference();
    const channel = byName[used.description]?.channel;
    const values = [
      used.amount,
      homeCurrency,
      used.amount,
      used.amount,
      used.amount,
      // As if with the PIN in shops, so that those who try the card there are not asked for it at once.
      channel !== 'online',
      ...this.merchantOf(used.description),
    ];
    const approved = ['booked', used.kind, channel, '00', null, reference.slice(-6)];
    const row = [reference, person.cardIds[0], person.accountId, ...approved, ...values];
    tx.defer([insertPurchase, [[...row, services.clock.now()]]]);
    tx.defer([insertBooking, [parisDay(services.clock.now()), movement, reference]]);
  }

  /** Plans a payment of marie's that was declined: above what her card may spend in a day. */
  planDeclined(marie: DemoPerson): void {
    const { timeline, now, tx, services } = this.seeding;
    timeline.add(morningOf(now, 3), async () => {
      const asked = [
        'declined',
        'purchase',
        'online',
        '61',
        'per_day',
        null,
        124_900n,
        homeCurrency,
        0,
        0,
        0,
        false,
      ];
      const merchant = this.merchantOf('Billet de train Paris – Lyon');
      const row = [this.nextReference(), marie.cardIds[0], marie.accountId, ...asked, ...merchant];
      await tx.write(insertPurchase, [[...row, services.clock.now()]]);
    });
  }

  private merchantOf(name: string) {
    const { id, city, category } = byName[name] ?? { id: '', city: '', category: '' };
    return [id, name, city, 'FR', category];
  }

  private nextReference(): string {
    this.count += 1;
    return `${pastPurchasePrefix}${String(this.count).padStart(9, '0')}`;
  }
}
