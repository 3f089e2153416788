import type { z } from 'zod';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';

const eventRow = rowOf({
  id: whole,
  /** NULL for the administrators. */
  userId: whole.nullable(),
  type: text,
  /** JSON. */
  data: text,
});
export type StoredEvent = z.infer<typeof eventRow>;

/** How far below the newest id transactions may still be uncommitted. */
const lookBack = 1_000;

/** How long a missing id is awaited: no transaction lasts longer. */
const maxWaitMilliseconds = 60_000;

const batch = 1_000;

/**
 * Reads the `events` table in the order of ids, each row once. Ids are assigned before their transactions commit, so rows
 * may appear out of order: missing ids are queried again for a while.
 */
export class EventFeed {
  private last = 0;
  private missing = new Map<number, number>();

  constructor(
    private readonly database: Database,
    /** A monotonic clock in milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Starts after the newest row; rows that are not committed yet count as new. */
  async start(): Promise<void> {
    const newest = await this.database.count('SELECT COALESCE(MAX(id), 0) FROM events');
    this.missing = new Map();
    this.last = Math.max(0, newest - lookBack);
    await this.next();
  }

  /** The rows that appeared since the last call. */
  async next(): Promise<StoredEvent[]> {
    const found: StoredEvent[] = [];
    for (;;) {
      const rows = await this.read();
      for (const row of rows) this.take(row.id);
      found.push(...rows);
      if (rows.length < batch) break;
    }
    this.giveUp();
    return found;
  }

  private read(): Promise<StoredEvent[]> {
    const missing = [...this.missing.keys()];
    return this.database.rows(
      eventRow,
      `SELECT id, user_id AS userId, type, data FROM events
       WHERE id > ? ${missing.length > 0 ? 'OR id IN (?)' : ''} ORDER BY id LIMIT ?`,
      [this.last, ...(missing.length > 0 ? [missing] : []), batch],
    );
  }

  private take(id: number): void {
    if (this.missing.delete(id)) return;
    for (let gap = Math.max(this.last + 1, id - lookBack); gap < id; gap += 1) {
      this.missing.set(gap, this.now());
    }
    this.last = id;
  }

  /** Forgets missing ids of rolled-back transactions. */
  private giveUp(): void {
    for (const [id, since] of this.missing) {
      if (this.missing.size > 2 * lookBack || this.now() - since > maxWaitMilliseconds) {
        this.missing.delete(id);
      } else break;
    }
  }
}
