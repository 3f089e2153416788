import { Injectable } from '@nestjs/common';
import { affectedCounted, type StatusComponent } from '@bank/contracts/incidents';
import type { Connection } from '../database/database';

/** Counts the customers who used a part of the bank between two moments, at most `most`. */
type CountAffected = (connection: Connection, from: Date, to: Date, most: number) => Promise<number>;

/** The customers whom an incident affected; the folder of each part of the bank counts its own. */
@Injectable()
export class AffectedCustomers {
  private readonly counts = new Map<StatusComponent, CountAffected>();

  register(component: StatusComponent, count: CountAffected): void {
    this.counts.set(component, count);
  }

  /**
   * The customers of the part that concerned most of them, at most `affectedCounted` + 1: a person who used several counts
   * once. Null where no part counts its customers.
   */
  async during(
    connection: Connection,
    components: readonly StatusComponent[],
    from: Date,
    to: Date,
  ): Promise<number | null> {
    const counts = components.flatMap((component) => this.counts.get(component) ?? []);
    if (counts.length === 0) return null;
    const most = affectedCounted + 1;
    return Math.max(...(await Promise.all(counts.map((count) => count(connection, from, to, most)))));
  }
}
