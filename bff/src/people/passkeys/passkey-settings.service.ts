import { Injectable } from '@nestjs/common';
import type { PasskeyList, RemovePasskeyRequest } from '@bank/contracts/passkeys';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, text } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { notFoundFor } from '../../platform/http/not-found';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { ProofService } from '../auth/proof.service';
import { SessionsService } from '../auth/sessions.service';
import { TwoFactorService } from '../auth/two-factor.service';
import { NotificationsService } from '../notifications/notifications.service';
import { PasskeyStore } from './passkey-store.service';

const nameRow = rowOf({ name: text });

/** The passkeys of the person who is signed in. */
@Injectable()
export class PasskeySettings {
  constructor(
    private readonly database: Database,
    private readonly store: PasskeyStore,
    private readonly proofs: ProofService,
    private readonly sessions: SessionsService,
    private readonly twoFactor: TwoFactorService,
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
   * Removes a passkey and ends the caller's other sessions, which it may have opened. The last factor needs a proof, unless
   * the session is younger than five minutes.
   * @throws ApiException NOT_FOUND, PROOF_REQUIRED, PASSWORD_WRONG, INVALID_TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS.
   */
  async remove(context: RequestContext, id: number, proof: RemovePasskeyRequest): Promise<void> {
    const { userId, sessionId } = context.actor;
    const isGiven = (proof.currentPassword ?? proof.code) !== undefined;
    if (isGiven) await this.proofs.demand(context, proof);
    const isProven = isGiven || (await this.sessions.isFresh(context.actor));
    await this.database.transaction(async (tx) => {
      const name = await this.take(tx, userId, id);
      // The rollback brings the passkey back.
      if (!isProven && !(await this.hasAnother(tx, userId))) throw new ApiException('PROOF_REQUIRED');
      await this.sessions.endAll(tx, userId, 'factor_changed', sessionId);
      await this.audit.record(tx, {
        ...{ action: 'passkey.removed', type: 'warning', values: { name } },
        ...{ text: 'passkey.removed', ...authorOf(context) },
      });
      this.notifications.notify(tx, userId, { type: 'security', key: 'passkey_removed', values: { name } });
    });
  }

  /** Deletes a passkey and returns its name. The lock of the person makes simultaneous removals one by one. */
  private async take(tx: Transaction, userId: number, id: number): Promise<string> {
    await tx.exists('SELECT 1 FROM users WHERE id = ? FOR UPDATE', [userId]);
    const found = await tx.row(nameRow, 'SELECT name FROM passkeys WHERE id = ? AND user_id = ?', [
      id,
      userId,
    ]);
    if (!found) throw await notFoundFor(tx, 'passkeys', id, userId);
    await tx.write('DELETE FROM passkeys WHERE id = ?', [id]);
    return found.name;
  }

  private async hasAnother(tx: Transaction, userId: number): Promise<boolean> {
    return (
      (await tx.exists('SELECT 1 FROM passkeys WHERE user_id = ? LIMIT 1', [userId])) ||
      this.twoFactor.isEnabled(tx, userId)
    );
  }
}
