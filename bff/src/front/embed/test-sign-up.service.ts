import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { testDownEmail, testOutcomeOf, testOutcomes } from '@bank/contracts/partner-applications';
import type { EmbedSignup } from '@bank/contracts/partners';
import { continuePath } from '@bank/contracts/routes';
import { SignUpService } from '../../people/auth/sign-up.service';
import { Config } from '../../platform/config/config';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { ApplicationsService } from '../applications/applications.service';
import type { FrameApplication } from './embed-sign-up.service';
import { FrameTokens } from './frame-tokens.service';

/** How long the slow outcome takes, in milliseconds. */
const slowMs = 5_000;
const retryAfterSeconds = 5;

/**
 * Applications with a key of the test mode. They pass what a live one passes before it is stored (the frame's origin, key, token
 * and limits, the fields, the limit by address, the idempotency key), and then play an outcome: no person, account, mail
 * or line of the log comes into being, and no code that continues at the bank.
 */
@Injectable()
export class TestSignUpService {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly signUps: SignUpService,
    private readonly tokens: FrameTokens,
    private readonly applications: ApplicationsService,
    private readonly config: Config,
  ) {}

  /**
   * Plays the outcome that the e-mail asks for; the e-mail itself is not kept.
   * @throws ApiException UNAVAILABLE for the outcome `down`, ADDRESS_LIMIT_REACHED, FRAME_TOKEN_INVALID,
   * IDEMPOTENCY_KEY_REUSED.
   */
  async apply(
    { partner, load, reference }: FrameApplication,
    email: string,
    context: RequestContext,
  ): Promise<EmbedSignup> {
    if (!(await this.idempotency.isUsed(context.idempotency))) await this.signUps.admit(context);
    if (email.toLowerCase() === testDownEmail) throw new ApiException('UNAVAILABLE', { retryAfterSeconds });
    const outcome = testOutcomeOf(email);
    if (outcome === 'slow') await pause(slowMs);
    const { application_id } = await this.idempotency.once(context.idempotency, async (tx) => {
      await this.tokens.spend(tx, load, 'signup');
      return {
        application_id: await this.applications.played(tx, partner.id, reference, testOutcomes[outcome]),
      };
    });
    const continue_url = this.config.shellOrigin + continuePath;
    return { application_id, continue_url, code: '', test_outcome: outcome };
  }
}
