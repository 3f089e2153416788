import { Injectable } from '@nestjs/common';
import type { ChangePasswordRequest } from '@bank/contracts/settings';
import { AuditService } from '../../platform/audit/audit.service';
import { PasswordProofService } from '../auth/password-proof.service';
import { PasswordsService } from '../auth/passwords.service';
import { SessionsService } from '../auth/sessions.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Idempotency } from '../../platform/http/idempotency.service';
import { ApiException } from '../../platform/errors/api-exception';
import { NotificationsService } from '../notifications/notifications.service';
import { RuleScoring } from '../rules/rule-scoring.service';
import { UsersService } from '../users/users.service';
import { Database } from '../../platform/database/database';

@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly proof: PasswordProofService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly rules: RuleScoring,
  ) {}

  /**
   * Changes the password of a user who gives the current one and approves (see `PasswordApproval`). Their other sessions end;
   * pending links and challenges expire.
   * @throws ApiException PASSWORD_WRONG, PASSWORD_TOO_COMMON, TOO_MANY_ATTEMPTS, PASSWORD_UNCHANGED for a temporary
   * password, which an administrator knows; HELD_FOR_REVIEW, BLOCKED_BY_RULE where the rules say so.
   */
  async change(context: RequestContext, request: ChangePasswordRequest): Promise<void> {
    const { userId, email, sessionId, mustChangePassword } = context.actor;
    // A repeated call gives a password that is no longer the current one.
    if ((await this.idempotency.answered(context.idempotency)) !== undefined) return;
    const { username, first_name, last_name } = await this.users.read(this.database, userId);
    await this.proof.demand(context, request.currentPassword, 'currentPassword');
    if (mustChangePassword && request.newPassword === request.currentPassword) {
      throw new ApiException('PASSWORD_UNCHANGED', { fields: { newPassword: 'PASSWORD_UNCHANGED' } });
    }
    this.passwords.refuseCommon(request.newPassword, 'newPassword', email, username, first_name, last_name);
    const passwordHash = await this.passwords.hash(request.newPassword);
    await this.idempotency.once(context.idempotency, async (tx) => {
      const event = { kind: 'contact', userId, facts: { changed: 'password' }, keys: {} } as const;
      await this.rules.score(tx, event, true);
      await this.users.setPassword(tx, userId, passwordHash);
      await this.sessions.endAll(tx, userId, 'password_changed', sessionId);
      await this.audit.record(tx, { action: 'password.changed', type: 'warning', ...authorOf(context) });
      this.notifications.notify(tx, userId, { type: 'security', key: 'password_changed', values: {} });
      return null;
    });
  }
}
