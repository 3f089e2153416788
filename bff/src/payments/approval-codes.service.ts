import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { validationPlaceholder, type RiskLevel } from '@bank/contracts/payments';
import { type Admitted, AttemptsService, codesOf } from '../auth/attempts.service';
import { TwoFactorService } from '../auth/two-factor.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';

/** Shows, inside the transaction that approves, that the administrator may approve a payment of that level. */
export type Proof = (runner: QueryRunner, level: RiskLevel) => Promise<void>;

class WrongCode extends Failure {
  constructor() {
    super('INVALID_TWO_FACTOR_CODE', { fields: { validation_code: 'INVALID_TWO_FACTOR_CODE' } });
  }
}

/** The code with which administrators approve payments (decisions, section 1: validation_code). */
@Injectable()
export class ApprovalCodesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly twoFactor: TwoFactorService,
    private readonly attempts: AttemptsService,
  ) {}

  /**
   * Runs `work`, which must call the proof before it approves. A wrong code counts as an attempt on the
   * administrator's account; `work` that answers without a proof, as a repeated call does, counts for nothing.
   * @throws Failure INVALID_TWO_FACTOR_CODE, TWO_FACTOR_REQUIRED for a high risk, TOO_MANY_ATTEMPTS.
   */
  async proving<T>(actor: Actor, code: string, call: Call, work: (proof: Proof) => Promise<T>): Promise<T> {
    if (!(await this.twoFactor.isEnabled(this.dataSource, actor.userId))) {
      return work((_runner, level) => withoutTwoFactor(code, level));
    }
    const attempt = await this.attempts.begin(codesOf(actor.userId), call.address);
    let proven = false;
    try {
      const result = await work(async (runner) => {
        if (!(await this.twoFactor.accepts(runner, actor, code, call))) throw new WrongCode();
        await this.attempts.right(runner, attempt);
        proven = true;
      });
      if (!proven) await this.attempts.abandoned(attempt);
      return result;
    } catch (error) {
      if (!(error instanceof WrongCode)) await this.attempts.abandoned(attempt).catch(() => undefined);
      else await this.writeDown(actor, call, attempt);
      throw error;
    }
  }

  private async writeDown({ userId, email }: Actor, { requestId }: Call, attempt: Admitted): Promise<void> {
    const message = 'Code refusé pour la validation d’un paiement.';
    await inTransaction(this.dataSource, (runner) =>
      this.attempts.refused(runner, attempt, {
        userId,
        email,
        requestId,
        action: 'payment.code_refused',
        message,
      }),
    );
  }
}

async function withoutTwoFactor(code: string, level: RiskLevel): Promise<void> {
  if (level === 'high') throw new Failure('TWO_FACTOR_REQUIRED');
  if (code !== validationPlaceholder) throw new WrongCode();
}
