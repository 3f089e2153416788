import { Injectable } from '@nestjs/common';
import { type TakenItem, type TakenList, takenMinutes, type WorkKind } from '@bank/contracts/work';
import { AuditService } from '../../platform/audit/audit.service';
import { moment, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import type { Act } from '../../platform/http/slices.service';
import { Clock } from '../../platform/time/clock.service';
import { takenBetween } from './taken-by';

const selectTaken = `
  SELECT w.object_id AS id, w.taken_by AS userId, CONCAT_WS(' ', u.first_name, u.last_name) AS name, w.taken_at AS at
  FROM work_items w JOIN users u ON u.id = w.taken_by WHERE w.kind = ? AND w.taken_at > ? AND w.taken_at <= ? AND w.object_id IN (?)`;
const takenRow = rowOf({ id: whole, userId: whole, name: text, at: moment });

/** Of two simultaneous assignments one is refused; an expired one is free. */
const take = `
  INSERT INTO work_items (kind, object_id, taken_by, taken_at) VALUES (?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE
    taken_by = IF(taken_at <= ? OR taken_at > ?, VALUES(taken_by), taken_by),
    taken_at = IF(taken_by = VALUES(taken_by), VALUES(taken_at), taken_at)`;
const putBack = 'DELETE FROM work_items WHERE kind = ? AND object_id = ? AND taken_by = ?';
const selectHeld =
  'SELECT 1 FROM work_items WHERE kind = ? AND object_id = ? AND taken_by = ? AND taken_at > ? AND taken_at <= ? FOR UPDATE';
const tidy = 'DELETE FROM work_items WHERE taken_at <= ? ORDER BY taken_at LIMIT 100';
const exists: Record<WorkKind, string> = {
  payment: 'SELECT 1 FROM payments WHERE id = ?',
  kyc: 'SELECT 1 FROM kyc_submissions WHERE id = ?',
  ticket: 'SELECT 1 FROM tickets WHERE id = ?',
};

/** The assignments of staff to objects. An assignment blocks no decision. */
@Injectable()
export class WorkService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** The assignments of some objects. */
  async taken(
    kind: WorkKind,
    ids: readonly number[],
    connection: Connection = this.database,
  ): Promise<TakenList> {
    const bounds = takenBetween(this.clock.now());
    const rows = await connection.rows(takenRow, selectTaken, [kind, ...bounds, ids]);
    return {
      taken: rows.map(({ id, userId, name, at }): TakenItem => ({
        id,
        by: { id: userId, name },
        until: new Date(at.getTime() + takenMinutes * 60_000).toISOString(),
      })),
    };
  }

  /**
   * Takes something for the caller, also once more for another while, or puts it back; tidies up what has lapsed.
   * @throws ApiException NOT_FOUND; WORK_TAKEN while a colleague has it.
   */
  set(kind: WorkKind, id: number, isTaken: boolean, context: RequestContext): Promise<TakenList> {
    return this.database.transaction(async (tx) => {
      const answer = await this.change(tx, kind, id, isTaken, context);
      const [since] = takenBetween(this.clock.now());
      await tx.write(tidy, [since]);
      return answer;
    });
  }

  /**
   * As `set`, once for a key, for one of several: what the caller has already, or does not have, stays `unchanged`.
   * @throws ApiException NOT_FOUND; WORK_TAKEN while a colleague has it.
   */
  setOnce(kind: WorkKind, id: number, isTaken: boolean, context: RequestContext): Promise<Act> {
    return this.idempotency.once(context.idempotency, async (tx): Promise<Act> => {
      const held = [kind, id, context.actor.userId, ...takenBetween(this.clock.now())];
      const wasTaken = await tx.exists(selectHeld, held);
      await this.change(tx, kind, id, isTaken, context);
      return { outcome: wasTaken === isTaken ? 'unchanged' : 'done' };
    });
  }

  private async change(
    tx: Transaction,
    kind: WorkKind,
    id: number,
    isTaken: boolean,
    context: RequestContext,
  ): Promise<TakenList> {
    if (!(await tx.exists(exists[kind], [id]))) throw new ApiException('NOT_FOUND');
    const { userId } = context.actor;
    const now = this.clock.now();
    if (isTaken) await tx.write(take, [kind, id, userId, now, ...takenBetween(now)]);
    else await tx.write(putBack, [kind, id, userId]);
    const answer = await this.taken(kind, [id], tx);
    if (answer.taken.some(({ by }) => by.id !== userId)) throw new ApiException('WORK_TAKEN');
    await this.audit.record(tx, {
      action: isTaken ? 'work.taken' : 'work.put_back',
      type: 'info',
      values: { kind, id },
      ...authorOf(context),
    });
    this.events.emit(tx, 'administrators', 'work_item', { kind, id });
    return answer;
  }
}
