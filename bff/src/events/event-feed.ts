import type { DataSource } from 'typeorm';
import { wholeNumber } from '../common/money-column';

export interface StoredEvent {
  id: number;
  /** Null for the administrators. */
  userId: number | null;
  type: string;
  /** JSON. */
  data: string;
}

/** Ids below the newest that may still be waiting for their transaction to commit. */
const lookBack = 1_000;

/** How long a missing id is waited for: no transaction of ours lives longer. */
const patienceMilliseconds = 60_000;

const batch = 1_000;

/**
 * Reads the `events` table in the order of ids, each row once. Ids are given out before their transactions commit,
 * so a row may appear behind others: what is missing is asked for again for a while.
 */
export class EventFeed {
  private last = 0;
  private missing = new Map<number, number>();

  constructor(
    private readonly dataSource: DataSource,
    /** Milliseconds that only grow. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Begins after the newest row; what its transactions have not committed yet still counts as new. */
  async start(): Promise<void> {
    const [row] = (await this.dataSource.query('SELECT COALESCE(MAX(id), 0) AS newest FROM events')) as [
      { newest: string },
    ];
    this.missing = new Map();
    this.last = Math.max(0, wholeNumber(row.newest) - lookBack);
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

  private async read(): Promise<StoredEvent[]> {
    const waited = [...this.missing.keys()];
    const rows = (await this.dataSource.query(
      `SELECT id, user_id AS userId, type, data FROM events
       WHERE id > ? ${waited.length > 0 ? 'OR id IN (?)' : ''} ORDER BY id LIMIT ?`,
      [this.last, ...(waited.length > 0 ? [waited] : []), batch],
    )) as (Omit<StoredEvent, 'id' | 'userId'> & { id: string; userId: string | null })[];
    return rows.map((row) => ({
      ...row,
      id: wholeNumber(row.id),
      userId: row.userId === null ? null : wholeNumber(row.userId),
    }));
  }

  private take(id: number): void {
    if (this.missing.delete(id)) return;
    for (let gap = Math.max(this.last + 1, id - lookBack); gap < id; gap += 1) {
      this.missing.set(gap, this.now());
    }
    this.last = id;
  }

  /** Rows that were rolled back never come. */
  private giveUp(): void {
    for (const [id, since] of this.missing) {
      if (this.missing.size > 2 * lookBack || this.now() - since > patienceMilliseconds) {
        this.missing.delete(id);
      } else break;
    }
  }
}
