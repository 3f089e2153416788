import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ChangePasswordRequest } from '@bank/contracts/settings';
import { AuditService } from '../audit/audit.service';
import { PasswordProofService } from '../auth/password-proof.service';
import { PasswordsService } from '../auth/passwords.service';
import { SessionsService } from '../auth/sessions.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService } from '../users/users.service';

@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly proof: PasswordProofService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
  ) {}

  /**
   * Sets a new password of a person who shows the current one; every other session of theirs ends, and links and
   * challenges that were under way are void.
   * @throws Failure PASSWORD_WRONG, PASSWORD_TOO_COMMON, TOO_MANY_ATTEMPTS, PASSWORD_UNCHANGED for a temporary password
   * that is to stay, which whoever set it knows.
   */
  async change(actor: Actor, request: ChangePasswordRequest, call: Call): Promise<void> {
    const { userId, email, sessionId } = actor;
    const { username, first_name, last_name } = await this.users.read(this.dataSource, userId);
    await this.proof.demand(actor, request.currentPassword, 'currentPassword', call);
    if (actor.mustChangePassword && request.newPassword === request.currentPassword) {
      throw new Failure('PASSWORD_UNCHANGED', { fields: { newPassword: 'PASSWORD_UNCHANGED' } });
    }
    this.passwords.refuseCommon(request.newPassword, 'newPassword', email, username, first_name, last_name);
    const passwordHash = await this.passwords.hash(request.newPassword);
    await inTransaction(this.dataSource, async (runner) => {
      await this.users.setPassword(runner, userId, passwordHash);
      await this.sessions.endAll(runner, userId, 'password_changed', sessionId);
      await this.audit.record(runner, {
        action: 'password.changed',
        type: 'warning',
        message: 'Mot de passe modifié ; les autres sessions sont fermées.',
        ...{ userId, email, requestId: call.requestId },
      });
      this.notifications.notify(runner, userId, {
        ...{ type: 'security', key: 'password_changed', values: {} },
      });
    });
  }
}
