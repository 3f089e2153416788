import { Injectable } from '@nestjs/common';
import { allows, type Permission } from '@bank/contracts/permissions';
import { type NewView, type SavedViews, viewLimit, type ViewPage } from '@bank/contracts/views';
import { AuditService } from '../../platform/audit/audit.service';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { lockUser } from '../users/lock-user';

const columns = `v.id, v.name, v.query, v.shared, v.owner_id AS ownerId, CONCAT_WS(' ', u.first_name, u.last_name) AS owner`;
const selectViews = `
  (SELECT ${columns} FROM saved_views v JOIN users u ON u.id = v.owner_id
   WHERE v.owner_id = ? AND v.page = ? ORDER BY v.id LIMIT ${viewLimit})
  UNION ALL
  (SELECT ${columns} FROM saved_views v JOIN users u ON u.id = v.owner_id
   WHERE v.shared = 1 AND v.page = ? AND v.owner_id <> ? ORDER BY v.id DESC LIMIT ${viewLimit})`;
const viewRow = rowOf({ id: whole, name: text, query: text, shared: flag, ownerId: whole, owner: text });
const insertView =
  'INSERT INTO saved_views (owner_id, page, name, query, shared, created_at) VALUES (?, ?, ?, ?, ?, ?)';

/** A shared view may contain a search text: only colleagues who may read its list see it. */
const readers: Record<ViewPage, Permission> = {
  payments: 'payments:review',
  kyc: 'kyc:review',
  tickets: 'tickets:manage',
  users: 'users:manage',
  cases: 'cases:manage',
};

/** The views of lists that staff keep, and share with colleagues. */
@Injectable()
export class ViewsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The caller's own views of a list, then the newest shared ones of colleagues. */
  async list(page: ViewPage, actor: Actor, connection: Connection = this.database): Promise<SavedViews> {
    const { userId } = actor;
    const rows = await connection.rows(viewRow, selectViews, [userId, page, page, userId]);
    const shown = allows(actor, readers[page]) ? rows : rows.filter(({ ownerId }) => ownerId === userId);
    return {
      views: shown.map(({ ownerId, owner, ...view }) => ({
        ...view,
        owner: ownerId === userId ? null : owner,
      })),
    };
  }

  /** Keeps a view, and returns those of its list. @throws ApiException VIEW_LIMIT, IDEMPOTENCY_KEY_REUSED. */
  save({ page, name, query, shared }: NewView, context: RequestContext): Promise<SavedViews> {
    const { userId } = context.actor;
    return this.idempotency.once(context.idempotency, async (tx) => {
      await lockUser(tx, userId);
      const kept = await tx.count('SELECT COUNT(*) FROM saved_views WHERE owner_id = ?', [userId]);
      if (kept >= viewLimit) throw new ApiException('VIEW_LIMIT');
      await tx.write(insertView, [userId, page, name, query, shared, this.clock.now()]);
      await this.audit.record(tx, {
        action: 'view.saved',
        type: 'info',
        values: { page, name },
        ...authorOf(context),
      });
      return this.list(page, context.actor, tx);
    });
  }

  /** Removes a view of the caller's own. @throws ApiException NOT_FOUND also for a colleague's. */
  remove(id: number, context: RequestContext): Promise<void> {
    return this.database.transaction(async (tx) => {
      const { affectedRows } = await tx.write('DELETE FROM saved_views WHERE id = ? AND owner_id = ?', [
        id,
        context.actor.userId,
      ]);
      if (affectedRows === 0) throw new ApiException('NOT_FOUND');
      await this.audit.record(tx, {
        action: 'view.removed',
        type: 'info',
        values: { id },
        ...authorOf(context),
      });
    });
  }
}
