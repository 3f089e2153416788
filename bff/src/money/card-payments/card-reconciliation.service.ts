import { Injectable } from '@nestjs/common';
import { minor, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import type { CardTotals } from '../../ports/card-network/card-network';

/** The number of bookings of a day that one statement reads. */
const slice = 5_000;
const bookingsOf = `
  SELECT MAX(id) AS last, COUNT(*) AS count, currency,
    SUM(IF(kind IN ('clearing', 'chargeback_reversal'), amount, -amount)) AS sum
  FROM (SELECT id, kind, amount, currency FROM card_bookings
    WHERE settlement_day = ? AND id > ? ORDER BY id LIMIT ?) slice GROUP BY currency`;
const sumRow = rowOf({ last: whole, count: whole, currency: text, sum: minor });

/** Compares the network's sums of a settlement day with the bookings on the card settlement accounts. */
@Injectable()
export class CardReconciliationService {
  constructor(private readonly incidents: IncidentsService) {}

  /** Returns the bank's sums; each currency in which the two differ becomes an incident. */
  async compare(tx: Transaction, { day, sums }: CardTotals): Promise<CardTotals['sums']> {
    const ours = await this.booked(tx, day);
    const theirs = new Map(sums.map(({ currency, minor }) => [currency, minor]));
    for (const currency of new Set([...ours.keys(), ...theirs.keys()])) {
      const [own, other] = [ours.get(currency) ?? 0n, theirs.get(currency) ?? 0n];
      if (own === other) continue;
      const params = { bank: String(own), network: String(other) };
      const subject = `${day} ${currency} ${own} ${other}`;
      await this.incidents.open(tx, { kind: 'card_totals_differ', subject, severity: 'high', params });
    }
    return [...ours].map(([currency, minor]) => ({ currency, minor }));
  }

  private async booked(tx: Transaction, day: string): Promise<Map<string, bigint>> {
    const sums = new Map<string, bigint>();
    for (let after = 0, read = slice; read === slice;) {
      const rows = await tx.rows(sumRow, bookingsOf, [day, after, slice]);
      for (const { currency, sum } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + sum);
      read = rows.reduce((count, row) => count + row.count, 0);
      after = Math.max(after, ...rows.map(({ last }) => last));
    }
    return sums;
  }
}
