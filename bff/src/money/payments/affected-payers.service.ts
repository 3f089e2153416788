import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { AffectedCustomers } from '../../platform/incidents/affected-customers.service';

/** At most so many payments are read for each customer who is counted. */
const read = 5;

/** By the index of time, which bounds the rows that are read. */
const payers = `
  SELECT COUNT(DISTINCT account_id) FROM (
    SELECT account_id FROM payments WHERE created_at >= ? AND created_at <= ? ORDER BY created_at, id LIMIT ?) during`;

/** Counts the customers who ordered a payment while the way to other banks was troubled. */
@Injectable()
export class AffectedPayers implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly affected: AffectedCustomers,
  ) {}

  onModuleInit(): void {
    for (const component of ['payments', 'instant'] as const) {
      this.affected.register(component, (from, to, most) => this.count(from, to, most));
    }
  }

  private async count(from: Date, to: Date, most: number): Promise<number> {
    return Math.min(await this.database.count(payers, [from, to, read * most]), most);
  }
}
