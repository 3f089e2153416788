import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { Language } from '@bank/contracts/language';
import type { Applicant, EmbedSignup } from '@bank/contracts/partners';
import { continuePath } from '@bank/contracts/routes';
import { AuditService } from '../audit/audit.service';
import { digest, newToken } from '../auth/secrets';
import { Background } from '../common/background';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';
import { MailService } from '../mail/mail.service';
import { type FrameLoad, FrameTokens } from './frame-tokens.service';
import type { ActivePartner } from './partners.service';

/** How long an application waits for its password, and how long its code leads to the bank. */
const applicationMinutes = 30;
const codeSeconds = 60;

const hour = 60 * 60_000;
const warningsPerHour = 3;

interface KnownPerson {
  id: number;
  email: string;
  first_name: string;
  language: Language;
}

/** Applications for an account from a frame on a partner's page; the account is opened by `ContinueService`. */
@Injectable()
export class EmbedSignUpService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: Idempotency,
    private readonly tokens: FrameTokens,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly background: Background,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Keeps an application and answers where it goes on. Neither the answer nor its time tells whether the e-mail is a
   * customer's: that person is told by mail. A repeated call has the same application and a fresh code, since the first
   * answer may be the one that was lost.
   * @throws Failure FRAME_TOKEN_INVALID, IDEMPOTENCY_KEY_REUSED, CONTINUE_CODE_INVALID when the repeated one is over.
   */
  async apply(
    from: { partner: ActivePartner; load: FrameLoad },
    person: Applicant,
    keyed: KeyedCall,
    call: Call,
  ): Promise<EmbedSignup> {
    const { partner, load } = from;
    let isNew = false;
    const { application_id } = await this.idempotency.once(keyed, async (runner) => {
      isNew = true;
      await this.tokens.spend(runner, load, 'signup');
      const id = await this.insert(runner, partner.id, person);
      await this.audit.record(runner, {
        ...{ action: 'signup.started', type: 'info', email: person.email, requestId: call.requestId },
        message: `Demande d’ouverture de compte sur une page du partenaire « ${partner.name} ».`,
      });
      return { application_id: id };
    });
    const code = await this.freshCode(application_id);
    if (isNew) {
      this.background.start('known address mail', () => this.warn(person.email, partner.name, call));
    }
    return { application_id, continue_url: this.config.shellOrigin + continuePath, code };
  }

  private async insert(runner: QueryRunner, partnerId: number, person: Applicant): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    await runner.query(
      `INSERT INTO pending_signups (id, partner_id, email, first_name, last_name, phone, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[id, partnerId, person.email, person.first_name, person.last_name, person.phone ?? null, now],
        new Date(now.getTime() + applicationMinutes * 60_000),
      ],
    );
    return id;
  }

  /** The newest code of an application alone works. */
  private async freshCode(applicationId: string): Promise<string> {
    const code = newToken();
    const now = this.clock.now();
    const { affectedRows } = (await this.dataSource.query(
      'UPDATE pending_signups SET code_hash = ?, code_expires_at = ? WHERE id = ? AND expires_at > ?',
      [digest(code), new Date(now.getTime() + codeSeconds * 1_000), applicationId, now],
    )) as { affectedRows: number };
    if (affectedRows !== 1) throw new Failure('CONTINUE_CODE_INVALID');
    return code;
  }

  /** Tells the customer whose address was typed; beyond a few mails an hour nothing is sent. */
  private async warn(email: string, partner: string, call: Call): Promise<void> {
    const person = await inTransaction(this.dataSource, async (runner) => {
      const [known] = (await runner.query(
        `SELECT id, email, first_name, language FROM users WHERE email_key = ? AND status = 'active' FOR UPDATE`,
        [email],
      )) as KnownPerson[];
      if (!known) return undefined;
      const message =
        'Demande d’ouverture de compte avec l’adresse d’un client existant : e-mail d’avertissement envoyé.';
      const [{ sent }] = (await runner.query(
        `SELECT COUNT(*) AS sent FROM audit_log WHERE action = 'signup.known' AND user_id = ? AND created_at > ?`,
        [known.id, new Date(this.clock.now().getTime() - hour)],
      )) as [{ sent: string }];
      if (Number(sent) >= warningsPerHour) return undefined;
      await this.audit.record(runner, {
        ...{ action: 'signup.known', type: 'info', message, requestId: call.requestId },
        ...{ userId: known.id, email: known.email },
      });
      return known;
    });
    if (!person) return;
    this.mail.sendTemplate(person.email, person.language, 'signup_known', {
      ...{ name: person.first_name, partner, link: `${this.config.shellOrigin}/login` },
    });
  }
}
