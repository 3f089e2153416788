import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import {
  riskLevel,
  type PaymentDecided,
  type PaymentDetail,
  type PaymentRejection,
  type PaymentValidation,
} from '@bank/contracts/payments';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { SecondApproverService } from '../staff-approvals/second-approver.service';
import { ApprovalCodesService, type Proof } from './approval-codes.service';
import { detailQuery, wireDetail, type DetailRow } from './payment-detail';
import { PaymentSettlementService, type LockedPayment } from './payment-settlement.service';

/** Payments to the outside, as administrators judge them. */
@Injectable()
export class PaymentReviewService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: Idempotency,
    private readonly settlement: PaymentSettlementService,
    private readonly codes: ApprovalCodesService,
    private readonly second: SecondApproverService,
  ) {}

  /** @throws Failure NOT_FOUND. */
  async detail(id: number): Promise<PaymentDetail> {
    const [row] = (await this.dataSource.query(detailQuery, [id])) as DetailRow[];
    if (!row) throw new Failure('NOT_FOUND');
    return wireDetail(row);
  }

  /**
   * Approves a payment: its money leaves the bank, or, for the first of two who must approve a high risk, 202.
   * @throws Failure NOT_FOUND, PAYMENT_NOT_PENDING, OWN_PAYMENT, SECOND_APPROVER_REQUIRED for the same person twice,
   * APPROVER_TOO_NEW for one who depends on the first or was let in lately, APPROVER_INVOLVED for one who could have
   * signed in as the payer, and what `ApprovalCodesService.proving` throws.
   */
  validate(actor: Actor, order: PaymentValidation, keyed: KeyedCall, call: Call): Promise<PaymentDecided> {
    return this.codes.proving(actor, order.validation_code, call, (proof) =>
      this.idempotency.once(keyed, async (runner) => {
        const payment = await this.settlement.lock(runner, order.payment_id, 'completed');
        const awaits = await this.approve(runner, payment, actor, call, proof);
        if (!awaits) return { success: true, reference: payment.reference };
        keyed.reply.status(202);
        return { success: true, reference: payment.reference, awaiting: 'second_approval' };
      }),
    );
  }

  /**
   * Refuses a payment and gives its amount back.
   * @throws Failure NOT_FOUND, PAYMENT_NOT_PENDING.
   */
  reject(actor: Actor, order: PaymentRejection, keyed: KeyedCall, call: Call): Promise<PaymentDecided> {
    return this.idempotency.once(keyed, async (runner) => {
      const payment = await this.settlement.lock(runner, order.payment_id, 'failed');
      const by = { userId: actor.userId, requestId: call.requestId };
      await this.settlement.fail(runner, payment, { end: 'released', reason: order.reason ?? null }, by);
      return { success: true, reference: payment.reference };
    });
  }

  /** Answers whether another administrator must still approve. */
  private async approve(
    runner: QueryRunner,
    payment: LockedPayment,
    actor: Actor,
    call: Call,
    proof: Proof,
  ): Promise<boolean> {
    const level = riskLevel(toDecimal(payment.amount));
    if (payment.ownerId === actor.userId) throw new Failure('OWN_PAYMENT');
    await this.second.refuseInvolved(runner, payment.ownerId, actor.userId);
    if (payment.firstApprovedBy !== null) {
      await this.second.demand(runner, payment.firstApprovedBy, actor.userId);
    }
    await proof(runner, level);
    const by = { userId: actor.userId, requestId: call.requestId };
    if (level !== 'high' || payment.firstApprovedBy !== null) {
      await this.settlement.complete(runner, payment, by);
      return false;
    }
    await this.settlement.approveFirst(runner, payment, by);
    return true;
  }
}
