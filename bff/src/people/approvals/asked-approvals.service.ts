import { Injectable, Optional } from '@nestjs/common';
import { approvalMinutes, type ApprovalMethod, type AskedApproval } from '@bank/contracts/call-approvals';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { ApprovalDemand } from '../../platform/http/approval';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { MailService } from '../../platform/mail/mail.service';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { Clock } from '../../platform/time/clock.service';
import { digest } from '../auth/secrets';
import { TwoFactorService } from '../auth/two-factor.service';
import { UsersService } from '../users/users.service';
import { codeDigest, newCode } from './approval-codes';
import { summaryText } from './approval-texts';
import * as rows from './approvals.sql';
import { loggedFacts } from './logged-facts';
import { PasskeyApprovals } from './passkey-approvals';

const minute = 60_000;

/** Asks persons for approvals, and sends the codes of those who have enrolled no factor. */
@Injectable()
export class AskedApprovalsService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly twoFactor: TwoFactorService,
    private readonly mail: MailService,
    private readonly limits: AddressLimits,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly config: Config,
    @Optional() private readonly passkeys?: PasskeyApprovals,
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
    const methods = await this.methodsOf(userId);
    const { row, isNew } = await this.database.transaction(async (tx) => {
      // Simultaneous copies of one call find each other's approval.
      await tx.exists('SELECT 1 FROM sessions WHERE id = ? FOR UPDATE', [sessionId]);
      const now = this.clock.now();
      const open =
        key && (await tx.row(rows.approvalRow, rows.openApproval, [sessionId, key, requestHash, now]));
      if (open) return { row: open, isNew: false };
      const expiresAt = new Date(now.getTime() + approvalMinutes * minute);
      const { insertId: id } = await tx.write(rows.insertApproval, [
        [userId, sessionId, requestHash, key, JSON.stringify(summary), methods.join(','), now, expiresAt],
      ]);
      await this.audit.record(tx, {
        action: 'approval.asked',
        type: 'info',
        values: loggedFacts(id, summary),
        ...authorOf(context),
      });
      return { row: await tx.one(rows.approvalRow, rows.lockApproval, [id, userId, sessionId]), isNew: true };
    });
    if (isNew) await this.sendCode(row);
    return rows.toAskedDto(row);
  }

  /**
   * Sends another code, which makes the one before it worthless.
   * @throws ApiException NOT_FOUND, APPROVAL_OVER, INVALID_FIELDS where no message is a method, TOO_MANY_REQUESTS.
   */
  async resend(context: RequestContext, id: number): Promise<void> {
    const { userId, sessionId } = context.actor;
    const row = await this.database.found(rows.approvalRow, rows.ownApproval, [id, userId, sessionId]);
    if (rows.toApprovalDto(row, this.clock.now()).status !== 'asked') throw new ApiException('APPROVAL_OVER');
    if (!isByMessage(row.methods)) {
      throw new ApiException('INVALID_FIELDS', { fields: { method: 'NOT_VALID' } });
    }
    await this.sendCode(row);
  }

  /** What the person has enrolled; who has enrolled nothing gets the code of a message. */
  private async methodsOf(userId: number): Promise<ApprovalMethod[]> {
    const [hasPasskey, hasTotp] = await Promise.all([
      this.passkeys?.isEnrolled(this.database, userId) ?? false,
      this.twoFactor.isEnabled(this.database, userId),
    ]);
    const enrolled: ApprovalMethod[] = [
      ...(hasPasskey ? (['passkey'] as const) : []),
      ...(hasTotp ? (['totp'] as const) : []),
    ];
    return enrolled.length > 0 ? enrolled : ['email'];
  }

  private async sendCode(row: rows.ApprovalRow): Promise<void> {
    if (!isByMessage(row.methods)) return;
    await this.limits.takeOfPerson(this.database, 'approval_messages', row.user_id);
    const code = newCode();
    const stored = codeDigest(this.config.fingerprintKey, row.id, code);
    await this.database.transaction((tx: Transaction) => tx.write(rows.storeCode, [stored, row.id]));
    const [{ email, first_name: name }, language] = await Promise.all([
      this.users.read(this.database, row.user_id),
      this.users.languageOf(row.user_id),
    ]);
    this.mail.sendTemplate(email, language, 'approval_code', {
      name,
      code,
      minutes: String(approvalMinutes),
      reference: String(row.id),
      summary: summaryText(row.summary, language),
    });
  }
}

const isByMessage = (methods: ApprovalMethod[]) => methods.includes('email') || methods.includes('sms');
