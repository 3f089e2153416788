import { Injectable } from '@nestjs/common';
import type { Proof } from '@bank/contracts/proof';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { AttemptsService } from './attempts.service';
import { KnownDevices } from './known-devices.service';
import { PasswordProofService } from './password-proof.service';
import { refusedCode, TwoFactorService, wrongCode } from './two-factor.service';

/** Re-authentication before a sensitive change, since an open session may be stolen. */
@Injectable()
export class ProofService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordProofService,
    private readonly twoFactor: TwoFactorService,
    private readonly attempts: AttemptsService,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * Checks the given password or one-time code, which counts as an attempt on the account. Call it outside a transaction: it
   * hashes.
   * @throws ApiException PROOF_REQUIRED without either, PASSWORD_WRONG, INVALID_TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS.
   */
  async demand(context: RequestContext, { currentPassword, code }: Proof): Promise<void> {
    if (currentPassword !== undefined) {
      return this.passwords.demand(context, currentPassword, 'currentPassword');
    }
    if (code === undefined) throw new ApiException('PROOF_REQUIRED');
    const { actor, address } = context;
    const isRight = await this.attempts.judge(
      await this.devices.codesOf(actor.userId, context),
      address,
      () => this.database.transaction((tx) => this.twoFactor.accepts(tx, actor, code, context)),
      { ...refusedCode, ...authorOf(context) },
    );
    if (!isRight) throw wrongCode();
  }
}
