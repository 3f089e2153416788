import { Injectable } from '@nestjs/common';
import type { Session, SignupRequest } from '@bank/contracts/auth';
import type { LogFacts } from '@bank/contracts/log-texts';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import type { Caller } from '../../platform/http/request-context';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { CustomerAccounts } from '../users/customer-accounts';
import { UsersService } from '../users/users.service';
import { EmailVerificationService, type VerificationLink } from './email-verification.service';
import { PasswordsService } from './passwords.service';
import { SessionsService } from './sessions.service';
import { SignInDatabase } from './sign-in-database';

/** A new customer, and the facts of the audit line. */
interface Registration extends LogFacts {
  person: SignupRequest;
  passwordHash: string;
  caller: Caller;
}

@Injectable()
export class SignUpService {
  constructor(
    private readonly database: SignInDatabase,
    private readonly limits: AddressLimits,
    private readonly users: UsersService,
    private readonly accounts: CustomerAccounts,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly verifications: EmailVerificationService,
  ) {}

  /**
   * Creates a customer with an account in euros and signs them in, atomically.
   * @throws ApiException ADDRESS_LIMIT_REACHED, EMAIL_TAKEN, USERNAME_TAKEN, PASSWORD_TOO_COMMON.
   */
  async signUp(person: SignupRequest, caller: Caller): Promise<Session> {
    await this.admit(caller);
    await this.users.refuseTaken(this.database, person.email, person.username);
    const passwordHash = await this.hashed(person);
    const { session, link } = await this.database.transaction(async (tx) => {
      const { userId, link } = await this.register(tx, {
        person,
        passwordHash,
        caller,
        text: 'account.signed_up',
      });
      const { access_token, refresh_token } = await this.sessions.open(tx, userId, caller);
      return { session: { access_token, refresh_token, user: await this.users.read(tx, userId) }, link };
    });
    this.verifications.send(link);
    return session;
  }

  /** Counts a sign-up from the caller's address. @throws ApiException ADDRESS_LIMIT_REACHED. */
  admit({ address }: Caller): Promise<void> {
    return this.limits.take(this.database, 'sign_ups', address);
  }

  /** The hash of a new customer's password. @throws ApiException PASSWORD_TOO_COMMON. */
  hashed(person: SignupRequest): Promise<string> {
    const { password, email, username, first_name, last_name } = person;
    this.passwords.refuseCommon(password, 'password', email, username, first_name, last_name);
    return this.passwords.hash(password);
  }

  /**
   * Creates a customer with an account in euros, and the link that verifies their e-mail address, which the caller sends
   * after the commit.
   * @throws ApiException EMAIL_TAKEN, USERNAME_TAKEN.
   */
  async register(
    tx: Transaction,
    { person, passwordHash, caller, ...facts }: Registration,
  ): Promise<{ userId: number; link: VerificationLink | undefined }> {
    const { password: _password, ...user } = person;
    const userId = await this.users.create(tx, { ...user, passwordHash, language: caller.language });
    await this.accounts.open(tx, userId);
    await this.audit.record(tx, {
      action: 'user.signed_up',
      type: 'info',
      ...facts,
      userId,
      email: person.email,
      requestId: caller.requestId,
    });
    return { userId, link: await this.verifications.begin(tx, userId) };
  }
}
