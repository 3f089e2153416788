import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { Session } from '@bank/contracts/auth';
import type { Applicant, ContinueRequest, PendingSignup } from '@bank/contracts/partners';
import { digest, newToken } from '../auth/secrets';
import { SessionsService } from '../auth/sessions.service';
import { SignUpService } from '../auth/sign-up.service';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { UsersService } from '../users/users.service';
import { PartnerDaysService } from './partner-days.service';

const selectPending = `
  SELECT s.id, s.partner_id AS partnerId, s.email, s.first_name, s.last_name, s.phone, s.created_at, s.expires_at,
         p.name AS partner
  FROM pending_signups s JOIN partners p ON p.id = s.partner_id WHERE s.browser_hash = ? AND s.expires_at > ?`;

interface PendingRow extends Applicant {
  id: string;
  partnerId: number;
  partner: string;
  created_at: Date;
  expires_at: Date;
}

/**
 * Opens the account of an application from a partner's page: the frame's code binds the application to the browser, whose
 * secret, a cookie that no other browser has, then shows it and opens the account with a password of the person's choice.
 */
@Injectable()
export class ContinueService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly signUps: SignUpService,
    private readonly sessions: SessionsService,
    private readonly days: PartnerDaysService,
    private readonly clock: Clock,
  ) {}

  /**
   * Spends a code and answers the secret of the browser that brought it, with the seconds that it serves; undefined for a
   * code that was used, is too old, or never was. Of two calls with the same code one succeeds.
   */
  async bind(code: string): Promise<{ secret: string; seconds: number } | undefined> {
    const secret = newToken();
    const now = this.clock.now();
    const { affectedRows } = (await this.dataSource.query(
      `UPDATE pending_signups SET code_hash = NULL, code_expires_at = NULL, browser_hash = ?
       WHERE code_hash = ? AND code_expires_at > ? AND expires_at > ?`,
      [digest(secret), digest(code), now, now],
    )) as { affectedRows: number };
    if (affectedRows !== 1) return undefined;
    const { expires_at: end } = await this.find(secret);
    return { secret, seconds: Math.ceil((end.getTime() - now.getTime()) / 1_000) };
  }

  /** The application of this browser. @throws Failure CONTINUE_CODE_INVALID. */
  async pending(secret: string | undefined): Promise<PendingSignup> {
    const { first_name, last_name, email, partner, expires_at } = await this.find(secret);
    return { first_name, last_name, email, partner, expires_at: expires_at.toISOString() };
  }

  /**
   * Opens the account of this browser's application and signs its owner in, once.
   * @throws Failure CONTINUE_CODE_INVALID, EMAIL_TAKEN, USERNAME_TAKEN, PASSWORD_TOO_COMMON.
   */
  async complete(
    secret: string | undefined,
    { username, password }: ContinueRequest,
    call: Call,
  ): Promise<Session> {
    const pending = await this.find(secret);
    const { email, first_name, last_name, phone } = pending;
    const person = { email, first_name, last_name, username, password, phone: phone ?? undefined };
    await this.users.refuseTaken(email, username);
    const passwordHash = await this.signUps.hashed(person);
    const message = `Inscription sur une page du partenaire « ${pending.partner} ».`;
    return inTransaction(this.dataSource, async (runner) => {
      await this.take(runner, pending.id);
      const userId = await this.signUps.register(runner, { person, passwordHash, call, message });
      await runner.query(
        'INSERT INTO partner_applications (id, partner_id, user_id, created_at) VALUES (?, ?, ?, ?)',
        [pending.id, pending.partnerId, userId, pending.created_at],
      );
      await this.days.signedUp(runner, pending.partnerId);
      const tokens = await this.sessions.open(runner, userId, call);
      return { ...tokens, user: await this.users.read(runner, userId) };
    });
  }

  private async find(secret: string | undefined): Promise<PendingRow> {
    const values = [digest(secret ?? ''), this.clock.now()];
    const [row] = (await this.dataSource.query(selectPending, values)) as PendingRow[];
    if (!row) throw new Failure('CONTINUE_CODE_INVALID');
    return row;
  }

  /** Of two calls that complete the same application, one deletes it. */
  private async take(runner: QueryRunner, id: string): Promise<void> {
    const { affectedRows } = (await runner.query('DELETE FROM pending_signups WHERE id = ?', [id])) as {
      affectedRows: number;
    };
    if (affectedRows !== 1) throw new Failure('CONTINUE_CODE_INVALID');
  }
}
