import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { Proof } from '@bank/contracts/proof';
import { ProofService } from '../auth/proof.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';

/** Who changes something, and in which request. */
export interface Author {
  actor: Actor;
  call: Call;
}

/** A request that may have to prove who makes it. */
export interface ProvableCall {
  author: Author;
  keyed: KeyedCall;
  proof: Proof;
}

/** Passes when the caller proved who they are. @throws Failure PROOF_REQUIRED. */
export type DemandProof = () => void;

/** Changes of which only what they find in the database tells whether they need a proof. */
@Injectable()
export class ProvenCalls {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly proofs: ProofService,
  ) {}

  /**
   * `Idempotency.once` for work that may demand a proof. A proof that came along is judged before the transaction, for it
   * is hashed; and never of a repeated call, whose code was spent by the first.
   * @throws Failure PROOF_REQUIRED when the work demands what did not come along, and what `ProofService.demand` throws.
   */
  async once<T>(
    { author, keyed, proof }: ProvableCall,
    work: (runner: QueryRunner, demandProof: DemandProof) => Promise<T>,
  ): Promise<T> {
    const isGiven = proof.currentPassword !== undefined || proof.code !== undefined;
    if (isGiven) {
      const before = await this.idempotency.answered<T>(keyed);
      if (before !== undefined) return before;
      await this.proofs.demand(author.actor, proof, author.call);
    }
    return this.idempotency.once(keyed, (runner) =>
      work(runner, () => {
        if (!isGiven) throw new Failure('PROOF_REQUIRED');
      }),
    );
  }
}
