import { Injectable } from '@nestjs/common';
import { approvalMinutes, type ApprovalMethod, type AskedApproval } from '@bank/contracts/call-approvals';
import { AuditService } from '../../platform/audit/audit.service';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { ApprovalDemand } from '../../platform/http/approval';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { digest } from '../../platform/security/secrets';
import { TwoFactorService } from '../auth/two-factor.service';
import { MessageCodesService } from './message-codes.service';
import * as rows from './approvals.sql';
import { loggedFacts } from './logged-facts';
import { PasskeyApprovals } from './passkey-approvals';

const minute = 60_000;

/** Asks persons for approvals, and sends the codes of those who have enrolled no factor. */
@Injectable()
export class AskedApprovalsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly twoFactor: TwoFactorService,
    private readonly codes: MessageCodesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly passkeys: PasskeyApprovals,
  ) {}

  /**
   * Asks for the approval of a call, and sends the code where a message is the method. A repeated call
   * (by its idempotency key), while one waits, is asked for by that one, without another message.
   * @throws ApiException TOO_MANY_REQUESTS beyond the messages of an hour.
   */
  async ask(context: RequestContext, demand: ApprovalDemand, requestHash: Buffer): Promise<AskedApproval> {
    const { userId, sessionId } = context.actor;
    const key = context.idempotency.key === null ? null : digest(context.idempotency.key);
    const summary = typeof demand.summary === 'function' ? await demand.summary() : demand.summary;
    const methods = (await this.methodsOf(userId)).join(',');
    const { row, isNew } = await this.database.transaction(async (tx) => {
      // Simultaneous copies of one call find each other's approval.
      await tx.exists('SELECT 1 FROM sessions WHERE id = ? FOR UPDATE', [sessionId]);
      const now = this.clock.now();
      const same = [sessionId, key, requestHash, methods, now];
      const open = key && (await tx.row(rows.approvalRow, rows.openApproval, same));
      if (open) return { row: open, isNew: false };
      const expiresAt = new Date(now.getTime() + approvalMinutes * minute);
      const { insertId: id } = await tx.write(rows.insertApproval, [
        [userId, sessionId, requestHash, key, JSON.stringify(summary), methods, now, expiresAt],
      ]);
      await this.audit.record(tx, {
        action: 'approval.asked',
        type: 'info',
        values: loggedFacts(id, summary),
        ...authorOf(context),
      });
      return { row: await tx.one(rows.approvalRow, rows.lockApproval, [id, userId, sessionId]), isNew: true };
    });
    if (isNew) await this.sendCode(row).catch((error: unknown) => this.endUnsent(row, error));
    return rows.toAskedDto(row);
  }

  /**
   * Sends another code, one for a repeated call, which makes the one before it worthless.
   * @throws ApiException NOT_FOUND, APPROVAL_OVER, INVALID_FIELDS where no message is a method, TOO_MANY_REQUESTS,
   * IDEMPOTENCY_KEY_REUSED.
   */
  resend({ actor, idempotency }: RequestContext, id: number): Promise<void> {
    const waiting = async (tx: Transaction) => {
      const row = await tx.found(rows.approvalRow, rows.ownApproval, [id, actor.userId, actor.sessionId]);
      if (rows.toApprovalDto(row, this.clock.now()).status !== 'asked')
        throw new ApiException('APPROVAL_OVER');
      if (!isByMessage(row.methods)) {
        throw new ApiException('INVALID_FIELDS', { fields: { method: 'NOT_VALID' } });
      }
      return row;
    };
    return this.idempotency.onceAndAfter(idempotency, waiting, (row) => this.sendCode(row));
  }

  /** The methods by which a person can approve: their enrolled factors, or without one the code of a message. */
  async methodsOf(userId: number): Promise<ApprovalMethod[]> {
    const [hasPasskey, hasTotp] = await Promise.all([
      this.passkeys.isEnrolled(this.database, userId),
      this.twoFactor.isEnabled(this.database, userId),
    ]);
    const enrolled: ApprovalMethod[] = [
      ...(hasPasskey ? (['passkey'] as const) : []),
      ...(hasTotp ? (['totp'] as const) : []),
    ];
    if (enrolled.length > 0) return enrolled;
    return (await this.codes.reachesTelephone(userId)) ? ['sms'] : ['email'];
  }

  /** Ends an approval whose code nobody was sent, so that the same call asks for another one. */
  private async endUnsent({ id, wrong_tries }: rows.ApprovalRow, error: unknown): Promise<never> {
    await this.database.write(rows.close, ['ended', wrong_tries, id]);
    throw error;
  }

  private async sendCode(row: rows.ApprovalRow): Promise<void> {
    if (isByMessage(row.methods)) await this.codes.send(row);
  }
}

const isByMessage = (methods: ApprovalMethod[]) => methods.includes('email') || methods.includes('sms');
