import type { z } from 'zod';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { type OwnEvent, unpacked } from '../../platform/events/packed-events';

const eventRow = rowOf({
  id: whole,
  /** NULL for the administrators. */
  userId: whole.nullable(),
  type: text,
  /** JSON. */
  data: text,
  /** The customer whom an event for administrators is about, as its data names them. */
  about: whole.nullable(),
});
type StoredEvent = z.infer<typeof eventRow>;

/** A node that assigns ids: when it was last seen to write, and its newest id. */
interface Node {
  at: number;
  last: number;
}

/** How far below the newest id transactions may still be uncommitted. */
const lookBack = 1_000;

/** How long a missing id is awaited: no transaction lasts longer. */
const maxWaitMilliseconds = 60_000;

const batch = 1_000;

/** Packed events have long rows, so a new feed reads no earlier ones. */
const columnsOf = (withData: boolean) =>
  `id, user_id AS userId, type, ${withData ? 'data, about' : "'' AS data, NULL AS about"}`;
/** The nodes of a cluster assign ids in steps: each has its own remainder. */
const stepOfIds = 'SELECT @@auto_increment_increment AS step';

/**
 * Reads the `events` table in the order of ids, each row once. Ids are assigned before their transactions commit, so rows
 * may appear out of order: missing ids are queried again for a while. On a cluster whose nodes assign ids in steps, those of
 * nodes that write nothing are not missing: they are looked for in one range.
 */
export class EventFeed {
  private last = 0;
  private missing = new Map<number, number>();
  /** The nodes of the database by the remainder of the ids that each assigns. */
  private nodes: Node[] = [];

  constructor(
    private readonly database: Database,
    /** A monotonic clock in milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Starts after the newest row; rows that are not committed yet count as new. */
  async start(): Promise<void> {
    const step = Math.max(1, await this.database.count(stepOfIds));
    const newest = await this.database.count('SELECT COALESCE(MAX(id), 0) FROM events');
    this.missing = new Map();
    this.last = Math.max(0, newest - lookBack);
    this.nodes = Array.from({ length: step }, () => ({ at: -Infinity, last: this.last }));
    await this.each(false, () => undefined);
  }

  /**
   * The events that appeared since the last call.
   * @param isAwaited whether anybody receives the events of a user (null: of the administrators); the others are left out
   */
  async next(isAwaited: (userId: number | null) => boolean = () => true): Promise<OwnEvent[]> {
    const found: OwnEvent[] = [];
    await this.each(true, (row) => found.push(...unpacked(row, isAwaited)));
    return found;
  }

  /** Takes each new row once. */
  private async each(withData: boolean, take: (row: StoredEvent) => void): Promise<void> {
    for (let size = batch; size === batch;) {
      const rows = await this.read(withData);
      for (const row of rows) {
        this.take(row.id);
        take(row);
      }
      size = rows.length;
    }
    this.giveUp();
  }

  private read(withData: boolean): Promise<StoredEvent[]> {
    const columns = columnsOf(withData);
    const parts: [condition: string, values: unknown[]][] = [['id > ?', [this.last]]];
    if (this.missing.size > 0) parts.push(['id IN (?)', [[...this.missing.keys()]]]);
    for (const [remainder, node] of this.nodes.entries()) {
      if (this.isWriting(node)) continue;
      const from = Math.max(node.last, this.last - lookBack);
      parts.push(['id > ? AND id <= ? AND MOD(id, ?) = ?', [from, this.last, this.nodes.length, remainder]]);
    }
    const selects = parts.map(
      ([condition]) => `(SELECT ${columns} FROM events WHERE ${condition} ORDER BY id LIMIT ${batch})`,
    );
    const sql = `${selects.join(' UNION ALL ')} ORDER BY id LIMIT ${batch}`;
    return this.database.rows(
      eventRow,
      sql,
      parts.flatMap(([, values]) => values),
    );
  }

  /** For a node that writes, each missing id up to the newest is awaited. */
  private isWriting({ at }: Node): boolean {
    return this.nodes.length === 1 || at > this.now() - maxWaitMilliseconds;
  }

  private nodeOf(id: number): Node | undefined {
    return this.nodes[id % this.nodes.length];
  }

  private take(id: number): void {
    const node = this.nodeOf(id);
    const before = this.last;
    // No id of a node that begins to write was awaited yet.
    const ownFrom = node && !this.isWriting(node) ? node.last : before;
    if (node) Object.assign(node, { at: this.now(), last: Math.max(node.last, id) });
    if (this.missing.delete(id)) return;
    this.last = Math.max(before, id);
    for (
      let gap = Math.max(Math.min(ownFrom, before) + 1, this.last - lookBack);
      gap <= this.last;
      gap += 1
    ) {
      const other = this.nodeOf(gap);
      const isMissing = other === node ? gap > ownFrom : gap > before && other && this.isWriting(other);
      if (isMissing && gap !== id) this.missing.set(gap, this.now());
    }
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
