import { Injectable } from '@nestjs/common';
import type { Proof } from '@bank/contracts/proof';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { ProofService } from '../auth/proof.service';

/** Passes when a proof was given. @throws ApiException PROOF_REQUIRED. */
export type DemandProof = () => void;

/** Calls that only know inside their transaction whether they need a proof. */
@Injectable()
export class ProvenCalls {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly proofs: ProofService,
  ) {}

  /**
   * `Idempotency.once` for work that may demand a proof. A given proof is checked before the transaction, since it hashes;
   * not for a repeated call, whose one-time code is spent.
   * @throws ApiException PROOF_REQUIRED when the work demands a missing proof, and what `ProofService.demand` throws.
   */
  async once<T>(
    context: RequestContext,
    proof: Proof,
    work: (tx: Transaction, demandProof: DemandProof) => Promise<T>,
  ): Promise<T> {
    const { idempotency } = context;
    const isGiven = proof.currentPassword !== undefined || proof.code !== undefined;
    if (isGiven) {
      const stored = await this.idempotency.answered<T>(idempotency);
      if (stored !== undefined) return stored;
      await this.proofs.demand(context, proof);
    }
    return this.idempotency.once(idempotency, (tx) =>
      work(tx, () => {
        if (!isGiven) throw new ApiException('PROOF_REQUIRED');
      }),
    );
  }
}
