import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { ConfirmEmailRequest } from '@bank/contracts/auth';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { databaseErrorNumber, duplicateKey } from '../common/database-error';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';
import { MailService } from '../mail/mail.service';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService } from '../users/users.service';
import { digest, newToken } from './secrets';
import { SessionsService } from './sessions.service';

/** How long a link works. */
const linkHours = 24;

const hour = 60 * 60_000;
const mailsPerHour = 5;

/** A link to be mailed to a person's new address. */
export interface EmailLink {
  userId: number;
  email: string;
  token: string;
}

interface PendingChange {
  userId: number;
  sessionId: number;
  email: string;
  oldEmail: string;
}

const pendingChange = `
  SELECT c.user_id AS userId, c.session_id AS sessionId, c.email, u.email AS oldEmail
  FROM email_changes c JOIN users u ON u.id = c.user_id
  WHERE c.token_hash = ? AND c.expires_at > ? AND u.status = 'active' AND u.deleted_at IS NULL FOR UPDATE`;

/** A new e-mail address counts once the link that was mailed to it was opened: it is then known to be the person's. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The address that waits for its link to be opened, if there is one. */
  async pending(runner: QueryRunner | DataSource, userId: number): Promise<string | undefined> {
    const [row] = (await runner.query(
      'SELECT email FROM email_changes WHERE user_id = ? AND expires_at > ?',
      [userId, this.clock.now()],
    )) as { email: string }[];
    return row?.email;
  }

  /**
   * Asks for a new address, which replaces one that waits; the present one is told. The caller has asked for a proof, and
   * mails the link once its transaction is committed.
   * @throws Failure EMAIL_TAKEN, TOO_MANY_REQUESTS beyond a few links an hour.
   */
  async request(runner: QueryRunner, actor: Actor, email: string, call: Call): Promise<EmailLink> {
    const { userId } = actor;
    const taken = (await runner.query('SELECT 1 FROM users WHERE email_key = ?', [email])) as unknown[];
    if (taken.length > 0) throw emailTaken();
    const link = await this.newLink(runner, actor, email);
    await this.log(runner, actor, call, 'email.requested', 'Changement d’adresse e-mail demandé.');
    this.notifications.notify(runner, userId, {
      ...{ type: 'security', key: 'email_requested', values: { email } },
    });
    return link;
  }

  /** Mails a link without being waited for. */
  async send({ userId, email, token }: EmailLink): Promise<void> {
    const { first_name: name } = await this.users.read(this.dataSource, userId);
    this.mail.sendTemplate(email, await this.users.languageOf(userId), 'email_confirm', {
      ...{ name, email, hours: String(linkHours) },
      link: `${this.config.shellOrigin}/confirm-email#token=${token}`,
    });
  }

  /**
   * Mails another link to the address that waits; the one before works no more.
   * @throws Failure NOT_FOUND when none waits, TOO_MANY_REQUESTS.
   */
  async resend(actor: Actor, call: Call): Promise<void> {
    const link = await inTransaction(this.dataSource, async (runner) => {
      const email = await this.pending(runner, actor.userId);
      if (email === undefined) throw new Failure('NOT_FOUND');
      await this.log(runner, actor, call, 'email.requested', 'Changement d’adresse e-mail demandé.');
      return this.newLink(runner, actor, email);
    });
    await this.send(link);
  }

  /** Gives up the address that waits. @throws Failure NOT_FOUND when none does. */
  async cancel(actor: Actor, call: Call): Promise<void> {
    await inTransaction(this.dataSource, async (runner) => {
      if ((await this.pending(runner, actor.userId)) === undefined) throw new Failure('NOT_FOUND');
      await this.voidLinks(runner, actor.userId);
      await this.log(runner, actor, call, 'email.cancelled', 'Changement d’adresse e-mail annulé.');
    });
  }

  /**
   * Makes the address of a mailed link the person's, once; the one before is told, and every session but the one that asked
   * ends.
   * @throws Failure EMAIL_LINK_INVALID, EMAIL_TAKEN when somebody took the address meanwhile.
   */
  async confirm({ token }: ConfirmEmailRequest, call: Call): Promise<void> {
    const { userId, email, oldEmail } = await inTransaction(this.dataSource, async (runner) => {
      const [change] = (await runner.query(pendingChange, [
        digest(token),
        this.clock.now(),
      ])) as PendingChange[];
      if (!change) throw new Failure('EMAIL_LINK_INVALID');
      await this.replace(runner, change, call);
      return change;
    });
    const { first_name: name } = await this.users.read(this.dataSource, userId);
    const language = await this.users.languageOf(userId);
    this.mail.sendTemplate(oldEmail, language, 'email_changed', { name, email });
  }

  private async replace(runner: QueryRunner, change: PendingChange, { requestId }: Call): Promise<void> {
    const { userId, sessionId, email } = change;
    try {
      await runner.query('UPDATE users SET email = ? WHERE id = ?', [email, userId]);
    } catch (error) {
      throw databaseErrorNumber(error) === duplicateKey ? emailTaken() : error;
    }
    await this.sessions.endAll(runner, userId, 'factor_changed', sessionId);
    await this.audit.record(runner, {
      ...{ action: 'email.changed', type: 'warning', message: 'Adresse e-mail modifiée.' },
      ...{ userId, email, requestId },
    });
    this.notifications.notify(runner, userId, {
      ...{ type: 'security', key: 'email_changed', values: { email } },
    });
  }

  /** The newest link alone works. */
  private async newLink(
    runner: QueryRunner,
    { userId, sessionId }: Actor,
    email: string,
  ): Promise<EmailLink> {
    const now = this.clock.now();
    await runner.query('SELECT 1 FROM users WHERE id = ? FOR UPDATE', [userId]);
    const [{ sent }] = (await runner.query(
      'SELECT COUNT(*) AS sent FROM email_changes WHERE user_id = ? AND created_at > ?',
      [userId, new Date(now.getTime() - hour)],
    )) as [{ sent: string }];
    if (Number(sent) >= mailsPerHour) throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds: 3_600 });
    await this.voidLinks(runner, userId);
    const token = newToken();
    await runner.query(
      `INSERT INTO email_changes (token_hash, user_id, session_id, email, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      [digest(token), userId, sessionId, email, now, new Date(now.getTime() + linkHours * hour)],
    );
    return { userId, email, token };
  }

  private async voidLinks(runner: QueryRunner, userId: number): Promise<void> {
    const now = this.clock.now();
    await runner.query('UPDATE email_changes SET expires_at = ? WHERE user_id = ? AND expires_at > ?', [
      now,
      userId,
      now,
    ]);
  }

  private log(
    runner: QueryRunner,
    { userId, email }: Actor,
    { requestId }: Call,
    action: string,
    message: string,
  ): Promise<void> {
    return this.audit.record(runner, { action, type: 'warning', message, userId, email, requestId });
  }
}

const emailTaken = () => new Failure('EMAIL_TAKEN', { fields: { email: 'EMAIL_TAKEN' } });
