import { Injectable } from '@nestjs/common';
import type { ConfirmEmailRequest } from '@bank/contracts/auth';
import { AuditService } from '../../platform/audit/audit.service';
import type { z } from 'zod';
import { Config } from '../../platform/config/config';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { databaseErrorNumber, duplicateKey } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type Caller, type RequestContext } from '../../platform/http/request-context';
import { MailService } from '../../platform/mail/mail.service';
import { Clock } from '../../platform/time/clock.service';
import { dayMs, hourMs } from '../../platform/time/durations';
import { warning } from '../notifications/former-address';
import { NotificationsService } from '../notifications/notifications.service';
import { activeUser } from '../users/active-user';
import { lockUser } from '../users/lock-user';
import { isUnprovedReplacement } from '../users/unproved-email';
import { UsersService } from '../users/users.service';
import { voided } from './voided-link';
import { SecondFactors } from './second-factors.service';
import { digest, newToken } from '../../platform/security/secrets';
import { SessionsService } from './sessions.service';
import { linkDays } from './sign-in-notices.service';

/** How long a link works. */
const linkHours = 24;

const mailsPerHour = 5;

export interface EmailLink {
  userId: number;
  email: string;
  token: string;
}

const pendingChange = `
  SELECT c.user_id AS userId, c.session_id AS sessionId, c.email, u.email AS oldEmail,
    NOT ${isUnprovedReplacement('u')} AS oldIsOwn
  FROM email_changes c JOIN users u ON u.id = c.user_id
  WHERE c.token_hash = ? AND c.expires_at > ? AND ${activeUser()} FOR UPDATE`;
const pendingRow = rowOf({ userId: whole, sessionId: whole, email: text, oldEmail: text, oldIsOwn: flag });

const waitingChange =
  'SELECT session_id AS sessionId, email FROM email_changes WHERE user_id = ? AND expires_at > ?';
const waitingRow = rowOf({ sessionId: whole, email: text });

/** Changes of e-mail addresses, each confirmed by a link that is mailed to the new address. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactors,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The unconfirmed new address of a user, if any. */
  async pending(connection: Connection, userId: number): Promise<string | undefined> {
    const row = await connection.row(waitingRow, waitingChange, [userId, this.clock.now()]);
    return row?.email;
  }

  /**
   * Requests a new address, replacing an unconfirmed one, and notifies the user. The caller has demanded a proof, and calls
   * `send` after the commit.
   * @throws ApiException EMAIL_TAKEN, TOO_MANY_REQUESTS beyond a few links an hour.
   */
  async request(tx: Transaction, context: RequestContext, email: string): Promise<EmailLink> {
    if (await tx.exists('SELECT 1 FROM users WHERE email_key = ?', [email])) throw emailTaken();
    await lockUser(tx, context.actor.userId);
    const link = await this.newLink(tx, context.actor, email);
    await this.log(tx, context, 'email.requested');
    const { userId } = context.actor;
    this.notifications.notify(tx, userId, { type: 'security', key: 'email_requested', values: { email } });
    return link;
  }

  /** Mails a link in the background, without the name: the address may be a stranger's. */
  async send({ userId, email, token }: EmailLink): Promise<void> {
    this.mail.sendTemplate(email, await this.users.languageOf(userId), 'email_confirm', {
      email,
      hours: String(linkHours),
      link: `${this.config.shellOrigin}/confirm-email#token=${token}`,
    });
  }

  /**
   * Mails another link to the unconfirmed address, one for a repeated call, and expires the previous one.
   * @throws ApiException NOT_FOUND without an unconfirmed address, TOO_MANY_REQUESTS, IDEMPOTENCY_KEY_REUSED.
   */
  resend(context: RequestContext): Promise<void> {
    const renew = async (tx: Transaction) => {
      const { userId } = context.actor;
      await lockUser(tx, userId);
      const waiting = await tx.found(waitingRow, waitingChange, [userId, this.clock.now()]);
      await this.log(tx, context, 'email.requested');
      // The link belongs to the session that requested the address: another one, maybe stolen, must not stay open.
      return this.newLink(tx, { userId, sessionId: waiting.sessionId }, waiting.email);
    };
    return this.idempotency.onceAndAfter(context.idempotency, renew, (link) => this.send(link));
  }

  /** Cancels the change to an unconfirmed address. @throws ApiException NOT_FOUND without one. */
  async cancel(context: RequestContext): Promise<void> {
    const { userId } = context.actor;
    await this.database.transaction(async (tx) => {
      await lockUser(tx, userId);
      if ((await this.pending(tx, userId)) === undefined) throw new ApiException('NOT_FOUND');
      await this.voidLinks(tx, userId);
      await this.log(tx, context, 'email.cancelled');
    });
  }

  /**
   * Confirms a new address by its link, once. Warns the old address, and ends all sessions but the requesting one. Notices of
   * sign-ins that went to the old address then undo nothing, unless a thief may have made the change.
   * @throws ApiException EMAIL_LINK_INVALID, EMAIL_TAKEN.
   */
  async confirm({ token }: ConfirmEmailRequest, caller: Caller): Promise<void> {
    await this.database.transaction(async (tx) => {
      const change = await tx.row(pendingRow, pendingChange, [digest(token), this.clock.now()]);
      if (!change) throw new ApiException('EMAIL_LINK_INVALID');
      await this.replace(tx, change, caller);
    });
  }

  private async replace(
    tx: Transaction,
    { userId, sessionId, email, oldEmail, oldIsOwn }: z.infer<typeof pendingRow>,
    { requestId }: Caller,
  ): Promise<void> {
    const now = this.clock.now();
    try {
      const sql = 'UPDATE users SET email = ?, email_verified_at = ? WHERE id = ?';
      await tx.write(sql, [email, now, userId]);
    } catch (error) {
      throw databaseErrorNumber(error) === duplicateKey ? emailTaken() : error;
    }
    await this.sessions.endAll(tx, userId, 'factor_changed', sessionId);
    // A thief of the password may have approved the change by a factor of theirs that is newer than a notice whose link works.
    const isInDoubt = await this.factors.hadNewSince(tx, userId, new Date(now.getTime() - linkDays * dayMs));
    if (!isInDoubt) await this.sessions.forgetNoticedAddress(tx, userId, oldEmail);
    await this.audit.record(tx, { action: 'email.changed', type: 'warning', userId, email, requestId });
    this.notifications.notify(tx, userId, { type: 'security', key: 'email_changed', values: { email } });
    if (oldIsOwn) tx.defer(warning({ userId, former: oldEmail, email }));
  }

  /** Creates a link and expires the previous ones; the user is locked. */
  private async newLink(
    tx: Transaction,
    { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
    email: string,
  ): Promise<EmailLink> {
    const now = this.clock.now();
    const sent = await tx.count('SELECT COUNT(*) FROM email_changes WHERE user_id = ? AND created_at > ?', [
      userId,
      new Date(now.getTime() - hourMs),
    ]);
    if (sent >= mailsPerHour) throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: 3_600 });
    await this.voidLinks(tx, userId);
    const token = newToken();
    await tx.write(
      `INSERT INTO email_changes (token_hash, user_id, session_id, email, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      [digest(token), userId, sessionId, email, now, new Date(now.getTime() + linkHours * hourMs)],
    );
    return { userId, email, token };
  }

  private async voidLinks(tx: Transaction, userId: number): Promise<void> {
    await tx.write(`UPDATE email_changes SET ${voided} WHERE user_id = ?`, [userId]);
  }

  private log(
    tx: Transaction,
    context: RequestContext,
    action: 'email.requested' | 'email.cancelled',
  ): Promise<void> {
    return this.audit.record(tx, { action, type: 'warning', ...authorOf(context) });
  }
}

const emailTaken = () => new ApiException('EMAIL_TAKEN', { fields: { email: 'EMAIL_TAKEN' } });
