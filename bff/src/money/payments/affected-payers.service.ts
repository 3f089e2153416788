import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type PaymentMethod, paymentMethods } from '@bank/contracts/payments';
import type { Connection } from '../../platform/database/database';
import { AffectedCustomers } from '../../platform/incidents/affected-customers.service';

/** At most so many payments are read for each customer who is counted. */
const read = 5;

/** The payments of each part of the bank. */
const methods = { payments: paymentMethods, instant: ['sepa_instant'] } as const;

/** By the index of time, which bounds the rows that are read. */
const payers = `
  SELECT COUNT(DISTINCT a.user_id) FROM (
    SELECT account_id, payment_method FROM payments WHERE created_at >= ? AND created_at <= ?
    ORDER BY created_at, id LIMIT ?) during
  JOIN accounts a ON a.id = during.account_id WHERE during.payment_method IN (?)`;

interface During {
  from: Date;
  to: Date;
  most: number;
}

/** Counts the customers who ordered a payment while the way to other banks was troubled. */
@Injectable()
export class AffectedPayers implements OnModuleInit {
  constructor(private readonly affected: AffectedCustomers) {}

  onModuleInit(): void {
    for (const component of ['payments', 'instant'] as const) {
      const of = methods[component];
      this.affected.register(component, (connection, from, to, most) =>
        countPayers(connection, of, { from, to, most }),
      );
    }
  }
}

async function countPayers(
  connection: Connection,
  of: readonly PaymentMethod[],
  { from, to, most }: During,
): Promise<number> {
  return Math.min(await connection.count(payers, [from, to, read * most, of]), most);
}
