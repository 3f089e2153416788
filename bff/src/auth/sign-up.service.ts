import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Session, SignupRequest } from '@bank/contracts/auth';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../audit/audit.service';
import type { Call } from '../common/call';
import { inTransaction } from '../common/transaction';
import { UsersService } from '../users/users.service';
import { PasswordsService } from './passwords.service';
import { SessionsService } from './sessions.service';

@Injectable()
export class SignUpService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Makes a customer with an account in euros and signs them in, all or nothing.
   * @throws Failure EMAIL_TAKEN, USERNAME_TAKEN, PASSWORD_TOO_COMMON.
   */
  async signUp({ password, ...person }: SignupRequest, call: Call): Promise<Session> {
    this.passwords.refuseCommon(password, 'password', person.email, person.username);
    await this.users.refuseTaken(person.email, person.username);
    const passwordHash = await this.passwords.hash(password);
    return inTransaction(this.dataSource, async (runner) => {
      const userId = await this.users.create(runner, { ...person, passwordHash, language: call.language });
      await this.accounts.open(runner, userId);
      await this.audit.record(runner, {
        action: 'user.signed_up',
        type: 'info',
        message: 'Inscription.',
        userId,
        email: person.email,
        requestId: call.requestId,
      });
      const tokens = await this.sessions.open(runner, userId, call);
      return { ...tokens, user: await this.users.read(runner, userId) };
    });
  }
}
