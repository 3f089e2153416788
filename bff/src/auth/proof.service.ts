import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Proof } from '@bank/contracts/proof';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { AttemptsService } from './attempts.service';
import { KnownDevices } from './known-devices.service';
import { PasswordProofService } from './password-proof.service';
import { TwoFactorService } from './two-factor.service';

/** Re-authentication before a sensitive change: an open session alone may be stolen. */
@Injectable()
export class ProofService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordProofService,
    private readonly twoFactor: TwoFactorService,
    private readonly attempts: AttemptsService,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * Passes when the caller gave their password or a code of their second factor. Each try counts as an attempt on the
   * account. Call it outside a transaction: it hashes.
   * @throws Failure PROOF_REQUIRED when neither was given, PASSWORD_WRONG, INVALID_TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS.
   */
  async demand(actor: Actor, { currentPassword, code }: Proof, call: Call): Promise<void> {
    if (currentPassword !== undefined) {
      return this.passwords.demand(actor, currentPassword, 'currentPassword', call);
    }
    if (code === undefined) throw new Failure('PROOF_REQUIRED');
    const { userId, email } = actor;
    const accepted = () =>
      inTransaction(this.dataSource, (runner) => this.twoFactor.accepts(runner, actor, code, call));
    const isRight = await this.attempts.judge(
      await this.devices.codesOf(userId, call),
      call.address,
      accepted,
      {
        ...{ userId, email, requestId: call.requestId },
        ...{ action: 'two_factor.refused', message: 'Code à usage unique refusé.' },
      },
    );
    if (!isRight)
      throw new Failure('INVALID_TWO_FACTOR_CODE', { fields: { code: 'INVALID_TWO_FACTOR_CODE' } });
  }
}
