import { Injectable } from '@nestjs/common';
import type { ResetPasswordRequest } from '@bank/contracts/auth';
import type { Language } from '@bank/contracts/language';
import { AuditService } from '../audit/audit.service';
import { Background } from '../common/background';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';
import { MailService } from '../mail/mail.service';
import type { MailTemplate } from '../mail/templates';
import { UsersService } from '../users/users.service';
import { AttemptsService } from './attempts.service';
import { PasswordsService } from './passwords.service';
import { digest, newToken } from './secrets';
import { SessionsService } from './sessions.service';
import { SignInDatabase } from './sign-in-database';

/** How long a link works (wire contract, section 3). */
const linkMinutes = 30;

const hour = 60 * 60_000;
const mailsPerHour = 3;

interface Forgetful {
  id: number;
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  language: Language;
}

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly dataSource: SignInDatabase,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly attempts: AttemptsService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly background: Background,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Mails a link to the person of an address, if there is one; the answer and its time do not tell. */
  async forgot(email: string, call: Call): Promise<void> {
    const [person] = (await this.dataSource.query(
      `SELECT id, email, username, first_name, last_name, language FROM users WHERE email_key = ? AND status = 'active'`,
      [email],
    )) as Forgetful[];
    this.background.start('password reset mail', async () => {
      if (person) await this.sendLink(person, call);
    });
  }

  /** Mails a person the link that an administrator sends them, with words of its own; as seldom as one they ask for. */
  invite(userId: number, call: Call): void {
    this.background.start('password link mail', async () => {
      const [person] = (await this.dataSource.query(
        `SELECT id, email, username, first_name, language FROM users WHERE id = ? AND status = 'active'
         AND deleted_at IS NULL`,
        [userId],
      )) as Forgetful[];
      if (person) await this.sendLink(person, call, 'password_chosen_by_link');
    });
  }

  /**
   * Sets a new password by the link that was mailed, once; ends every session and forgets wrong attempts.
   * @throws Failure RESET_LINK_INVALID, PASSWORD_TOO_COMMON.
   */
  async reset({ token, password }: ResetPasswordRequest, call: Call): Promise<void> {
    const person = await this.personOf(token);
    const { email, username, first_name, last_name } = person;
    this.passwords.refuseCommon(password, 'password', email, username, first_name, last_name);
    const passwordHash = await this.passwords.hash(password);
    await inTransaction(this.dataSource, async (runner) => {
      const spent = (await runner.query(
        'UPDATE password_resets SET expires_at = ? WHERE token_hash = ? AND expires_at > ?',
        [this.clock.now(), digest(token), this.clock.now()],
      )) as { affectedRows: number };
      if (spent.affectedRows !== 1) throw new Failure('RESET_LINK_INVALID');
      await this.users.setPassword(runner, person.id, passwordHash);
      await this.sessions.endAll(runner, person.id, 'password_changed');
      await this.attempts.clear(runner, person.id);
      await this.audit.record(runner, {
        action: 'password.reset',
        type: 'warning',
        message: 'Mot de passe réinitialisé par lien ; toutes les sessions sont fermées.',
        userId: person.id,
        email: person.email,
        requestId: call.requestId,
      });
    });
  }

  private async personOf(token: string): Promise<Forgetful> {
    const [person] = (await this.dataSource.query(
      `SELECT u.id, u.email, u.username, u.first_name, u.last_name, u.language
       FROM password_resets r JOIN users u ON u.id = r.user_id
       WHERE r.token_hash = ? AND r.expires_at > ? AND u.status = 'active' AND u.deleted_at IS NULL`,
      [digest(token), this.clock.now()],
    )) as Forgetful[];
    if (!person) throw new Failure('RESET_LINK_INVALID');
    return person;
  }

  /** The newest link alone works; beyond a few mails an hour the request is silently let drop. */
  private async sendLink(
    person: Forgetful,
    call: Call,
    template: MailTemplate = 'password_reset',
  ): Promise<void> {
    const token = newToken();
    const made = await inTransaction(this.dataSource, async (runner) => {
      const now = this.clock.now();
      await runner.query('SELECT 1 FROM users WHERE id = ? FOR UPDATE', [person.id]);
      const [{ sent }] = (await runner.query(
        'SELECT COUNT(*) AS sent FROM password_resets WHERE user_id = ? AND created_at > ?',
        [person.id, new Date(now.getTime() - hour)],
      )) as [{ sent: string }];
      if (Number(sent) >= mailsPerHour) return false;
      await runner.query('UPDATE password_resets SET expires_at = ? WHERE user_id = ? AND expires_at > ?', [
        now,
        person.id,
        now,
      ]);
      await runner.query(
        'INSERT INTO password_resets (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)',
        [digest(token), person.id, now, new Date(now.getTime() + linkMinutes * 60_000)],
      );
      await this.audit.record(runner, {
        action: 'password.forgotten',
        type: 'info',
        message: 'Lien de réinitialisation du mot de passe envoyé.',
        userId: person.id,
        email: person.email,
        requestId: call.requestId,
      });
      return true;
    });
    if (!made) return;
    const link = `${this.config.shellOrigin}/reset-password#token=${token}`;
    this.mail.sendTemplate(person.email, person.language, template, {
      name: person.first_name,
      link,
      minutes: String(linkMinutes),
    });
  }
}
