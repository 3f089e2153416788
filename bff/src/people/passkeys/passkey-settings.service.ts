import { Injectable } from '@nestjs/common';
import type { PasskeyList } from '@bank/contracts/passkeys';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, text } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import type { Actor } from '../../platform/http/actor';
import { notFoundFor } from '../../platform/http/not-found';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { SessionsService } from '../auth/sessions.service';
import { NotificationsService } from '../notifications/notifications.service';
import { PasskeyStore } from './passkey-store.service';

const nameRow = rowOf({ name: text });

/** The passkeys of the person who is signed in. */
@Injectable()
export class PasskeySettings {
  constructor(
    private readonly database: Database,
    private readonly store: PasskeyStore,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
  ) {}

  async list({ userId }: Actor): Promise<PasskeyList> {
    return { passkeys: await this.store.list(this.database, userId) };
  }

  /** @throws ApiException NOT_FOUND when the passkey is not the caller's. */
  async rename({ actor: { userId } }: RequestContext, id: number, name: string): Promise<PasskeyList> {
    const sql = 'UPDATE passkeys SET name = ? WHERE id = ? AND user_id = ?';
    const { affectedRows } = await this.database.write(sql, [name, id, userId]);
    if (affectedRows === 0) throw await notFoundFor(this.database, 'passkeys', id, userId);
    return { passkeys: await this.store.list(this.database, userId) };
  }

  /**
   * Removes a passkey and ends the caller's other sessions, which it may have opened. The call needs an approval, see
   * `PasskeyRemoval`.
   * @throws ApiException NOT_FOUND.
   */
  async remove(context: RequestContext, id: number): Promise<void> {
    const { userId, sessionId } = context.actor;
    await this.database.transaction(async (tx) => {
      const name = await this.take(tx, userId, id);
      await this.sessions.endAll(tx, userId, 'factor_changed', sessionId);
      await this.audit.record(tx, {
        action: 'passkey.removed',
        type: 'warning',
        values: { name },
        text: 'passkey.removed',
        ...authorOf(context),
      });
      this.notifications.notify(tx, userId, { type: 'security', key: 'passkey_removed', values: { name } });
    });
  }

  /** Deletes a passkey and returns its name. */
  private async take(tx: Transaction, userId: number, id: number): Promise<string> {
    const own = [id, userId];
    const sql = 'SELECT name FROM passkeys WHERE id = ? AND user_id = ? FOR UPDATE';
    const found = await tx.row(nameRow, sql, own);
    if (!found) throw await notFoundFor(tx, 'passkeys', id, userId);
    await tx.write('DELETE FROM passkeys WHERE id = ?', [id]);
    return found.name;
  }
}
