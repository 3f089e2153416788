import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { languages } from '@bank/contracts/language';
import type { Applicant, EmbedSignup } from '@bank/contracts/partners';
import { continuePath } from '@bank/contracts/routes';
import { AuditService } from '../../platform/audit/audit.service';
import { digest, newToken } from '../../platform/security/secrets';
import { BackgroundTasks } from '../../platform/tasks/background-tasks.service';
import { SignUpService } from '../../people/auth/sign-up.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { Caller, RequestContext } from '../../platform/http/request-context';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Config } from '../../platform/config/config';
import { MailService } from '../../platform/mail/mail.service';
import { type FrameLoad, FrameTokens } from './frame-tokens.service';
import type { ActivePartner } from './partners.service';
import { Database, type Transaction } from '../../platform/database/database';
import { hourMs } from '../../platform/time/durations';

/**
 * Lifetimes of an application and of a code, by the clock of the database: another server, whose clock may differ by more, may
 * serve the page of the bank.
 */
const applicationMinutes = 30;
const codeSeconds = 60;
const renewCode = `
  UPDATE pending_signups SET code_hash = ?, code_expires_at = UTC_TIMESTAMP(3) + INTERVAL ${codeSeconds} SECOND
  WHERE id = ? AND expires_at > ?`;

const warningsPerHour = 3;

const selectCustomer = `
  SELECT id, email, first_name, language FROM users WHERE email_key = ? AND status = 'active' FOR UPDATE`;
const customerRow = rowOf({ id: whole, email: text, first_name: text, language: z.enum(languages) });
type Customer = z.infer<typeof customerRow>;

const countWarnings = `
  SELECT COUNT(*) FROM audit_log WHERE action = 'signup.known' AND user_id = ? AND created_at > ?`;

const insertApplication = `
  INSERT INTO pending_signups (id, partner_id, reference, email, first_name, last_name, phone, created_at, expires_at)
  VALUES (?)`;

/** What a frame applies with, besides the person. */
export interface FrameApplication {
  partner: ActivePartner;
  load: FrameLoad;
  /** The partner's own name for the application. */
  reference: string | null;
}

/** Applications for an account from a frame on a partner's page; `ContinueService` opens the account. */
@Injectable()
export class EmbedSignUpService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly signUps: SignUpService,
    private readonly tokens: FrameTokens,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Stores an application and returns where it continues. Neither the response nor its time reveals whether the e-mail is
   * a customer's, who is warned by mail. A repeated call returns the same application with a new code, since the first
   * response may have been lost.
   * @throws ApiException ADDRESS_LIMIT_REACHED, FRAME_TOKEN_INVALID, IDEMPOTENCY_KEY_REUSED, CONTINUE_CODE_INVALID when the
   * application of a repeated call has ended.
   */
  async apply(
    { partner, load, reference }: FrameApplication,
    person: Applicant,
    context: RequestContext,
  ): Promise<EmbedSignup> {
    const { idempotency } = context;
    if (!(await this.idempotency.isUsed(idempotency))) await this.signUps.admit(context);
    let isNew = false;
    const { application_id } = await this.idempotency.once(idempotency, async (tx) => {
      isNew = true;
      await this.tokens.spend(tx, load, 'signup');
      const id = await this.insert(tx, { partnerId: partner.id, reference }, person);
      await this.audit.record(tx, {
        action: 'signup.started',
        type: 'info',
        requestId: context.requestId,
        values: { name: partner.name },
      });
      return { application_id: id };
    });
    const code = await this.renewCode(application_id);
    if (isNew) {
      this.background.start('known address mail', () =>
        this.warnCustomer(person.email, partner.name, context),
      );
    }
    return { application_id, continue_url: this.config.shellOrigin + continuePath, code };
  }

  private async insert(
    tx: Transaction,
    { partnerId, reference }: { partnerId: number; reference: string | null },
    person: Applicant,
  ): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    const until = new Date(now.getTime() + applicationMinutes * 60_000);
    const { email, first_name, last_name, phone = null } = person;
    const row = [id, partnerId, reference, email, first_name, last_name, phone, now, until];
    await tx.write(insertApplication, [row]);
    return id;
  }

  private async renewCode(applicationId: string): Promise<string> {
    const code = newToken();
    const values = [digest(code), applicationId, this.clock.now()];
    const { affectedRows } = await this.database.write(renewCode, values);
    if (affectedRows !== 1) throw new ApiException('CONTINUE_CODE_INVALID');
    return code;
  }

  /** Warns the customer whose address was typed, at most `warningsPerHour` times. */
  private async warnCustomer(email: string, partner: string, caller: Caller): Promise<void> {
    const customer = await this.database.transaction((tx) => this.recordWarning(tx, email, caller));
    if (!customer) return;
    this.mail.sendTemplate(customer.email, customer.language, 'signup_known', {
      name: customer.first_name,
      partner,
      link: `${this.config.shellOrigin}/login`,
    });
  }

  /** The customer to warn; undefined for an unknown address or after too many warnings. */
  private async recordWarning(tx: Transaction, email: string, caller: Caller): Promise<Customer | undefined> {
    const customer = await tx.row(customerRow, selectCustomer, [email]);
    if (!customer) return undefined;
    const since = new Date(this.clock.now().getTime() - hourMs);
    if ((await tx.count(countWarnings, [customer.id, since])) >= warningsPerHour) return undefined;
    await this.audit.record(tx, {
      action: 'signup.known',
      type: 'info',
      userId: customer.id,
      email: customer.email,
      requestId: caller.requestId,
    });
    return customer;
  }
}
