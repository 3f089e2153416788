import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Session } from '@bank/contracts/auth';
import type { ContinueRequest, PendingSignup } from '@bank/contracts/partners';
import { digest, newToken } from '../../platform/security/secrets';
import { SessionsService } from '../../people/auth/sessions.service';
import { EmailVerificationService } from '../../people/auth/email-verification.service';
import { SignUpService } from '../../people/auth/sign-up.service';
import type { Caller } from '../../platform/http/request-context';
import { moment, rowOf, text, whole } from '../../platform/database/columns';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { UsersService } from '../../people/users/users.service';
import { ApplicationsService } from '../applications/applications.service';
import { PartnerDaysService } from './partner-days.service';
import { Database, type Transaction } from '../../platform/database/database';

const selectPending = `
  SELECT s.id, s.partner_id, s.reference, s.email, s.first_name, s.last_name, s.phone, s.created_at, s.expires_at,
         p.name AS partner
  FROM pending_signups s JOIN partners p ON p.id = s.partner_id WHERE s.browser_hash = ? AND s.expires_at > ?`;

const pendingRow = rowOf({
  id: text,
  partner_id: whole,
  reference: text.nullable(),
  email: text,
  first_name: text,
  last_name: text,
  phone: text.nullable(),
  created_at: moment,
  expires_at: moment,
  partner: text,
});
type PendingRow = z.infer<typeof pendingRow>;

const bindToBrowser = `
  UPDATE pending_signups SET code_hash = NULL, code_expires_at = NULL, browser_hash = ?
  WHERE code_hash = ? AND code_expires_at > UTC_TIMESTAMP(3) AND expires_at > ?`;

/**
 * Opens the account of an application from a partner's page. The frame's code binds the application to the browser by a
 * secret cookie, which then gives access to it until the person chooses a password.
 */
@Injectable()
export class ContinueService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly signUps: SignUpService,
    private readonly verifications: EmailVerificationService,
    private readonly sessions: SessionsService,
    private readonly days: PartnerDaysService,
    private readonly applications: ApplicationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Spends a code, which works once, and returns a new browser secret with its lifetime in seconds; undefined for a code
   * that is used, expired or unknown.
   */
  async bind(code: string): Promise<{ secret: string; seconds: number } | undefined> {
    const secret = newToken();
    const now = this.clock.now();
    const { affectedRows } = await this.database.write(bindToBrowser, [digest(secret), digest(code), now]);
    if (affectedRows !== 1) return undefined;
    const { expires_at } = await this.find(secret);
    return { secret, seconds: Math.ceil((expires_at.getTime() - now.getTime()) / 1_000) };
  }

  /** The application of this browser. @throws ApiException CONTINUE_CODE_INVALID. */
  async pending(secret: string | undefined): Promise<PendingSignup> {
    const { first_name, last_name, email, partner, expires_at } = await this.find(secret);
    return { first_name, last_name, email, partner, expires_at: expires_at.toISOString() };
  }

  /**
   * Opens the account of this browser's application and signs its owner in, once.
   * @throws ApiException CONTINUE_CODE_INVALID, also where its page showed another one, ADDRESS_LIMIT_REACHED, EMAIL_TAKEN,
   * USERNAME_TAKEN, PASSWORD_TOO_COMMON.
   */
  async complete(
    secret: string | undefined,
    { username, password, email: shown }: ContinueRequest,
    caller: Caller,
  ): Promise<Session> {
    const pending = await this.find(secret);
    const { email, first_name, last_name, phone } = pending;
    if (shown !== undefined && shown !== email) throw new ApiException('CONTINUE_CODE_INVALID');
    const person = { email, first_name, last_name, username, password, phone: phone ?? undefined };
    // Each refusal shows whether a username exists.
    await this.signUps.admit(caller);
    await this.users.refuseTaken(this.database, email, username);
    const passwordHash = await this.signUps.hashed(person);
    const { session, link } = await this.database.transaction(async (tx) => {
      await this.take(tx, pending.id);
      const { userId, link } = await this.signUps.register(tx, {
        person,
        passwordHash,
        caller,
        text: 'account.signed_up_at_partner',
        values: { name: pending.partner },
      });
      await this.applications.completed(tx, {
        id: pending.id,
        partnerId: pending.partner_id,
        userId,
        reference: pending.reference,
        startedAt: pending.created_at,
      });
      await this.days.signedUp(tx, pending.partner_id);
      const { access_token, refresh_token } = await this.sessions.open(tx, userId, caller);
      return { session: { access_token, refresh_token, user: await this.users.read(tx, userId) }, link };
    });
    this.verifications.send(link);
    return session;
  }

  private async find(secret: string | undefined): Promise<PendingRow> {
    const values = [digest(secret ?? ''), this.clock.now()];
    const row = await this.database.row(pendingRow, selectPending, values);
    if (!row) throw new ApiException('CONTINUE_CODE_INVALID');
    return row;
  }

  /** Only one of two concurrent calls deletes the application. */
  private async take(tx: Transaction, id: string): Promise<void> {
    const { affectedRows } = await tx.write('DELETE FROM pending_signups WHERE id = ?', [id]);
    if (affectedRows !== 1) throw new ApiException('CONTINUE_CODE_INVALID');
  }
}
