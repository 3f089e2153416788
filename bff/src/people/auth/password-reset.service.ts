import { Injectable } from '@nestjs/common';
import type { ResetPasswordRequest } from '@bank/contracts/auth';
import { languages } from '@bank/contracts/language';
import { passwordLinkMinutes } from '@bank/contracts/quoted-figures';
import { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { Caller, RequestContext } from '../../platform/http/request-context';
import { MailService } from '../../platform/mail/mail.service';
import type { MailTemplate } from '../../platform/mail/templates';
import { BackgroundTasks } from '../../platform/tasks/background-tasks.service';
import { Clock } from '../../platform/time/clock.service';
import { hourMs } from '../../platform/time/durations';
import { activeUser } from '../users/active-user';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService } from '../users/users.service';
import { AttemptsService } from './attempts.service';
import { voided } from './voided-link';
import { PasswordsService } from './passwords.service';
import { digest, newToken } from '../../platform/security/secrets';
import { SessionsService } from './sessions.service';
import { SignInDatabase } from './sign-in-database';

const mailsPerHour = 3;

const personRow = rowOf({
  id: whole,
  email: text,
  username: text,
  first_name: text,
  last_name: text,
  language: z.enum(languages),
});
type Person = z.infer<typeof personRow>;
const personColumns = 'u.id, u.email, u.username, u.first_name, u.last_name, u.language';
const verified = 'UPDATE users SET email_verified_at = COALESCE(email_verified_at, ?) WHERE id = ?';
const spend = `UPDATE password_resets SET ${voided} WHERE token_hash = ? AND expires_at > ?`;
const expireLinks = `UPDATE password_resets SET ${voided} WHERE user_id = ?`;
const sentSince = 'SELECT COUNT(*) FROM password_resets WHERE user_id = ? AND created_at > ?';
/** Compared byte by byte, since the column's collation ignores accents. */
const lockAtAddress = 'SELECT 1 FROM users WHERE id = ? AND BINARY email = BINARY ? FOR UPDATE';

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: SignInDatabase,
    private readonly idempotency: Idempotency,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly attempts: AttemptsService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Mails a link to the user of an address, if any, one for a repeated call; neither the response nor its time reveals which.
   * @throws ApiException IDEMPOTENCY_KEY_REUSED, with or without an account.
   */
  async forgot(email: string, caller: RequestContext): Promise<void> {
    const sql = `SELECT ${personColumns} FROM users u WHERE u.email_key = ? AND u.status = 'active'`;
    const person = await this.database.row(personRow, sql, [email]);
    const send = () =>
      this.background.start('password reset mail', async () => {
        if (person) await this.sendLink(person, caller, 'password_reset');
      });
    await this.idempotency.onceAndAfter(caller.idempotency, () => Promise.resolve(), send);
  }

  /** Mails a link on behalf of an administrator, however many of `forgot` there were: anybody may ask for those. */
  invite(userId: number, caller: Caller): void {
    this.mailLink(userId, caller, 'password_chosen_by_link');
  }

  /** As `invite`, to a user whose password was blocked. */
  replaceBlocked(userId: number, caller: Caller): void {
    this.mailLink(userId, caller, 'password_blocked');
  }

  private mailLink(userId: number, caller: Caller, template: MailTemplate): void {
    this.background.start('password link mail', async () => {
      const sql = `SELECT ${personColumns} FROM users u WHERE u.id = ? AND ${activeUser()}`;
      const person = await this.database.row(personRow, sql, [userId]);
      if (person) await this.sendLink(person, caller, template);
    });
  }

  /**
   * Sets a new password by a mailed link, once; ends every session, clears failed attempts and notifies the user.
   * @throws ApiException RESET_LINK_INVALID, PASSWORD_TOO_COMMON.
   */
  async reset({ token, password }: ResetPasswordRequest, { requestId }: Caller): Promise<void> {
    const person = await this.personOf(token);
    const { email, username, first_name, last_name } = person;
    this.passwords.refuseCommon(password, 'password', email, username, first_name, last_name);
    const passwordHash = await this.passwords.hash(password);
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const spent = await tx.write(spend, [digest(token), now]);
      if (spent.affectedRows !== 1) throw new ApiException('RESET_LINK_INVALID');
      await this.users.setPassword(tx, person.id, passwordHash);
      // The link was mailed to the address.
      await tx.write(verified, [now, person.id]);
      await this.sessions.endAll(tx, person.id, 'password_changed');
      await this.attempts.clear(tx, person.id);
      await this.audit.record(tx, {
        action: 'password.reset',
        type: 'warning',
        userId: person.id,
        email,
        requestId,
      });
      const notice = { type: 'security', key: 'password_changed', values: {} } as const;
      this.notifications.notify(tx, person.id, notice);
    });
  }

  private async personOf(token: string): Promise<Person> {
    const person = await this.database.row(
      personRow,
      `SELECT ${personColumns} FROM password_resets r JOIN users u ON u.id = r.user_id
       WHERE r.token_hash = ? AND r.expires_at > ? AND ${activeUser()}`,
      [digest(token), this.clock.now()],
    );
    if (!person) throw new ApiException('RESET_LINK_INVALID');
    return person;
  }

  /** Mails a new link; beyond the limit of `forgot`, and to an address that has changed meanwhile, does nothing, silently. */
  private async sendLink(person: Person, caller: Caller, template: MailTemplate): Promise<void> {
    const token = newToken();
    const isStored = await this.database.transaction((tx) =>
      this.storeLink(tx, person, { token, isLimited: template === 'password_reset', caller }),
    );
    if (!isStored) return;
    this.mail.sendTemplate(person.email, person.language, template, {
      name: person.first_name,
      link: `${this.config.shellOrigin}/reset-password#token=${token}`,
      minutes: String(passwordLinkMinutes),
    });
  }

  /** Stores a link and expires the previous ones; false beyond its limit, and for an address that is no longer theirs. */
  private async storeLink(
    tx: Transaction,
    { id, email }: Person,
    { token, isLimited, caller: { requestId } }: { token: string; isLimited: boolean; caller: Caller },
  ): Promise<boolean> {
    const now = this.clock.now();
    if (!(await tx.exists(lockAtAddress, [id, email]))) return false;
    const hourAgo = new Date(now.getTime() - hourMs);
    if (isLimited && (await tx.count(sentSince, [id, hourAgo])) >= mailsPerHour) return false;
    await tx.write(expireLinks, [id]);
    await tx.write(
      'INSERT INTO password_resets (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)',
      [digest(token), id, now, new Date(now.getTime() + passwordLinkMinutes * 60_000)],
    );
    await this.audit.record(tx, {
      action: 'password.forgotten',
      type: 'info',
      text: 'password.link_sent',
      userId: id,
      email,
      requestId,
    });
    return true;
  }
}
