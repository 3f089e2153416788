import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SignupRequest } from '@bank/contracts/auth';
import type { EmbedSignup } from '@bank/contracts/partners';
import { ContinueService } from '../auth/continue.service';
import { SignUpService } from '../auth/sign-up.service';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';
import { PartnerDaysService } from './partner-days.service';
import type { ActivePartner } from './partners.service';

/** How long after a sign-up its call, sent again, still leads into the bank; later the password does. */
const repeatMinutes = 10;

/** Sign-up in a frame on a partner's page. */
@Injectable()
export class EmbedSignUpService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: Idempotency,
    private readonly signUps: SignUpService,
    private readonly continuing: ContinueService,
    private readonly days: PartnerDaysService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Makes a customer, counts them for the partner, and answers where they go on. A repeated call has the same
   * application and a fresh code, since the first answer may be the one that was lost.
   * @throws Failure ADDRESS_LIMIT_REACHED, EMAIL_TAKEN, USERNAME_TAKEN, PASSWORD_TOO_COMMON, IDEMPOTENCY_KEY_REUSED.
   */
  async signUp(
    partner: ActivePartner,
    person: SignupRequest,
    keyed: KeyedCall,
    call: Call,
  ): Promise<EmbedSignup> {
    await this.signUps.admit(call);
    const passwordHash = await this.signUps.hashed(person);
    const message = `Inscription sur une page du partenaire « ${partner.name} ».`;
    const { application_id } = await this.idempotency.once(keyed, async (runner) => {
      const userId = await this.signUps.register(runner, { person, passwordHash, call, message });
      const id = randomUUID();
      await runner.query(
        'INSERT INTO partner_applications (id, partner_id, user_id, created_at) VALUES (?, ?, ?, ?)',
        [id, partner.id, userId, this.clock.now()],
      );
      await this.days.signedUp(runner, partner.id);
      return { application_id: id };
    });
    return { application_id, continue_url: await this.continueUrl(application_id) };
  }

  /** In the fragment, the code is in no log of a server. */
  private continueUrl(applicationId: string): Promise<string> {
    const since = new Date(this.clock.now().getTime() - repeatMinutes * 60_000);
    return inTransaction(this.dataSource, async (runner) => {
      const [application] = (await runner.query(
        'SELECT user_id AS userId FROM partner_applications WHERE id = ? AND created_at > ?',
        [applicationId, since],
      )) as { userId: number }[];
      if (!application) return `${this.config.shellOrigin}/login`;
      const code = await this.continuing.issue(runner, application.userId);
      return `${this.config.shellOrigin}/continue#code=${code}`;
    });
  }
}
