import { Injectable } from '@nestjs/common';
import { validationPlaceholder, type RiskLevel } from '@bank/contracts/payments';
import { type Admitted, AttemptsService, codesOf } from '../../people/auth/attempts.service';
import { SecondFactors } from '../../people/auth/second-factors.service';
import { TwoFactorService } from '../../people/auth/two-factor.service';
import type { RequestContext } from '../../platform/http/request-context';
import { ApiException } from '../../platform/errors/api-exception';
import { Database, type Transaction } from '../../platform/database/database';

/** Verifies, inside the approving transaction, that the administrator may approve a payment of that risk. */
export type Proof = (tx: Transaction, level: RiskLevel) => Promise<void>;

class WrongCode extends ApiException {
  constructor() {
    super('INVALID_TWO_FACTOR_CODE', { fields: { validation_code: 'INVALID_TWO_FACTOR_CODE' } });
  }
}

/** The code with which administrators approve payments (decisions, section 1: validation_code). */
@Injectable()
export class ApprovalCodesService {
  constructor(
    private readonly database: Database,
    private readonly twoFactor: TwoFactorService,
    private readonly factors: SecondFactors,
    private readonly attempts: AttemptsService,
  ) {}

  /**
   * Runs `work`, which must call the proof before it approves. A wrong code counts as an attempt on the administrator's
   * account; `work` that returns without calling the proof, as for a repeated request, counts neither way.
   * @throws ApiException INVALID_TWO_FACTOR_CODE, also for a recovery code; TWO_FACTOR_REQUIRED without an application, for a high
   * risk or of who signs in by a passkey; TOO_MANY_ATTEMPTS.
   */
  async withProof<T>(context: RequestContext, code: string, work: (proof: Proof) => Promise<T>): Promise<T> {
    const { actor } = context;
    if (!(await this.twoFactor.isEnabled(this.database, actor.userId))) {
      return work((tx, level) => this.withoutTwoFactor(tx, actor.userId, code, level));
    }
    const attempt = await this.attempts.begin(codesOf(actor.userId), context.address);
    let proven = false;
    try {
      const result = await work(async (tx) => {
        if (!(await this.twoFactor.acceptsOneTimeCode(tx, actor.userId, code))) throw new WrongCode();
        await this.attempts.recordSuccess(tx, attempt);
        proven = true;
      });
      if (!proven) await this.attempts.release(attempt);
      return result;
    } catch (error) {
      if (!(error instanceof WrongCode)) await this.attempts.release(attempt).catch(() => undefined);
      else await this.recordRefusal(context, attempt);
      throw error;
    }
  }

  /**
   * As `withProof` for one of several payments, which share no one-time code: none is tried, and no attempt counts.
   * @throws ApiException INVALID_TWO_FACTOR_CODE for an administrator who approves with codes, TWO_FACTOR_REQUIRED.
   */
  async withoutCode<T>({ actor }: RequestContext, work: (proof: Proof) => Promise<T>): Promise<T> {
    if (await this.twoFactor.isEnabled(this.database, actor.userId)) throw new WrongCode();
    return work((tx, level) => this.withoutTwoFactor(tx, actor.userId, validationPlaceholder, level));
  }

  /** The placeholder is for administrators without any second factor: a passkey is one, which is not used here. */
  private async withoutTwoFactor(
    tx: Transaction,
    userId: number,
    code: string,
    level: RiskLevel,
  ): Promise<void> {
    if (level === 'high' || (await this.factors.has(tx, userId)))
      throw new ApiException('TWO_FACTOR_REQUIRED');
    if (code !== validationPlaceholder) throw new WrongCode();
  }

  private async recordRefusal({ actor, requestId }: RequestContext, attempt: Admitted): Promise<void> {
    await this.database.transaction((tx) =>
      this.attempts.recordFailure(tx, attempt, {
        userId: actor.userId,
        email: actor.email,
        requestId,
        action: 'payment.code_refused',
      }),
    );
  }
}
