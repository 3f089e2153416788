import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { Session, SignupRequest } from '@bank/contracts/auth';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../audit/audit.service';
import { AddressLimits } from '../common/address-limits';
import type { Call } from '../common/call';
import { inTransaction } from '../common/transaction';
import { UsersService } from '../users/users.service';
import { PasswordsService } from './passwords.service';
import { SessionsService } from './sessions.service';
import { SignInDatabase } from './sign-in-database';

/** Somebody who signs up, and the sentence by which the log tells how. */
interface Registration {
  person: SignupRequest;
  passwordHash: string;
  call: Call;
  message: string;
}

@Injectable()
export class SignUpService {
  constructor(
    private readonly dataSource: SignInDatabase,
    private readonly limits: AddressLimits,
    private readonly users: UsersService,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Makes a customer with an account in euros and signs them in, all or nothing.
   * @throws Failure ADDRESS_LIMIT_REACHED, EMAIL_TAKEN, USERNAME_TAKEN, PASSWORD_TOO_COMMON.
   */
  async signUp(person: SignupRequest, call: Call): Promise<Session> {
    await this.admit(call);
    await this.users.refuseTaken(this.dataSource, person.email, person.username);
    const passwordHash = await this.hashed(person);
    return inTransaction(this.dataSource, async (runner) => {
      const userId = await this.register(runner, { person, passwordHash, call, message: 'Inscription.' });
      const tokens = await this.sessions.open(runner, userId, call);
      return { ...tokens, user: await this.users.read(runner, userId) };
    });
  }

  /** Counts one more try to sign up from the caller's address. @throws Failure ADDRESS_LIMIT_REACHED. */
  admit({ address }: Call): Promise<void> {
    return this.limits.take(this.dataSource, 'sign_ups', address);
  }

  /** The digest of a new person's password. @throws Failure PASSWORD_TOO_COMMON. */
  hashed(person: SignupRequest): Promise<string> {
    const { password, email, username, first_name, last_name } = person;
    this.passwords.refuseCommon(password, 'password', email, username, first_name, last_name);
    return this.passwords.hash(password);
  }

  /**
   * Makes a customer with an account in euros, as part of the caller's transaction, and answers their id.
   * @throws Failure EMAIL_TAKEN, USERNAME_TAKEN.
   */
  async register(
    runner: QueryRunner,
    { person, passwordHash, call, message }: Registration,
  ): Promise<number> {
    const { password: _, ...written } = person;
    const userId = await this.users.create(runner, { ...written, passwordHash, language: call.language });
    await this.accounts.open(runner, userId);
    await this.audit.record(runner, {
      ...{ action: 'user.signed_up', type: 'info', message },
      ...{ userId, email: person.email, requestId: call.requestId },
    });
    return userId;
  }
}
