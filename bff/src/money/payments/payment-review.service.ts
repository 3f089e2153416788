import { Injectable } from '@nestjs/common';
import type { Decision } from '@bank/contracts/payment-decisions';
import { toDecimal } from '@bank/contracts/money';
import {
  riskLevel,
  type PaymentDecided,
  type PaymentDetail,
  type PaymentRejection,
  type PaymentValidation,
} from '@bank/contracts/payments';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import type { Act } from '../../platform/http/slices.service';
import { Clock } from '../../platform/time/clock.service';
import { SecondApproverService } from '../../people/staff-approvals/second-approver.service';
import { ApprovalCodesService, type Proof } from './approval-codes.service';
import { detailQuery, detailRow, stepRow, stepsQuery, toPaymentDetailDto } from './payment-detail';
import { findingsOf } from './payment-findings';
import { FirstApprovalsService } from './first-approvals.service';
import { PaymentDispatchService } from './payment-dispatch.service';
import type { LockedPayment } from './locked-payment';
import { PaymentMessagesService } from './payment-messages.service';
import { asPayer } from './payment-response';
import { PaymentSettlementService } from './payment-settlement.service';
import { UnscreenedPayments } from './unscreened-payments.service';
import { Database, type Transaction } from '../../platform/database/database';

/** How an approver is proved, and the entries of the sanctions list that they have read; undefined where none were listed. */
interface Approval {
  proof: Proof;
  seen?: string[] | undefined;
}

@Injectable()
export class PaymentReviewService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly settlement: PaymentSettlementService,
    private readonly dispatch: PaymentDispatchService,
    private readonly messages: PaymentMessagesService,
    private readonly codes: ApprovalCodesService,
    private readonly second: SecondApproverService,
    private readonly firstApprovals: FirstApprovalsService,
    private readonly unscreened: UnscreenedPayments,
    private readonly clock: Clock,
  ) {}

  /** A payment as a member of staff reads it, one of their own without what its screening found. @throws ApiException NOT_FOUND. */
  async detail({ actor }: RequestContext, id: number): Promise<PaymentDetail> {
    const found = await this.database.found(detailRow, detailQuery, [id]);
    const [row = found] = await this.firstApprovals.counted(this.database, [found]);
    const stages = await this.database.rows(stepRow, stepsQuery, [id]);
    const isOwn = row.userId === actor.userId;
    const sanctions = isOwn ? [] : await findingsOf(this.database, id);
    const messages = await this.messages.list(id);
    return toPaymentDetailDto(isOwn ? asPayer(row) : row, {
      stages,
      sanctions,
      messages,
      now: this.clock.now(),
    });
  }

  /**
   * Approves a payment, which then leaves at once, or on its day. A high risk needs two approvals, and the first counts only while
   * its author may still approve.
   * @throws ApiException NOT_FOUND, PAYMENT_NOT_PENDING, OWN_PAYMENT; APPROVER_INVOLVED for one who could have signed in as the
   * payer; CASE_CHANGED when the payee is like a name of the sanctions list that the approver has not read;
   * SECOND_APPROVER_REQUIRED for the same person twice; APPROVER_TOO_NEW for one who depends on the first or got access lately;
   * and what `ApprovalCodesService.withProof` throws.
   */
  async validate(context: RequestContext, order: PaymentValidation): Promise<PaymentDecided> {
    const id = order.payment_id;
    const decided = await this.codes.withProof(context, order.validation_code, (proof) =>
      this.approveOnce(context, id, { proof, seen: order.seen }),
    );
    await this.send(id, decided);
    return decided;
  }

  /**
   * Approves or rejects one of several payments, as one who has read no finding of the sanctions list.
   * @throws ApiException as `validate` and `reject`; INVALID_TWO_FACTOR_CODE for one who approves with codes.
   */
  async decideOnce(context: RequestContext, id: number, decision: Decision): Promise<Act> {
    if (decision === 'reject') await this.reject(context, { payment_id: id });
    else {
      const approve = (proof: Proof) => this.approveOnce(context, id, { proof, seen: [] });
      await this.send(id, await this.codes.withoutCode(context, approve));
    }
    return { outcome: 'done' };
  }

  /**
   * Rejects a payment and releases its amount.
   * @throws ApiException NOT_FOUND, PAYMENT_NOT_PENDING.
   */
  reject(context: RequestContext, order: PaymentRejection): Promise<PaymentDecided> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const payment = await this.settlement.lockRejectable(tx, order.payment_id);
      const failure = { end: 'released', reason: order.reason ?? null } as const;
      await this.settlement.fail(tx, payment, failure, settledBy(context));
      return { success: true, reference: payment.reference };
    });
  }

  private async send(id: number, { awaiting }: PaymentDecided): Promise<void> {
    if (!awaiting) await this.dispatch.sendNow(id);
  }

  private async approveOnce(
    context: RequestContext,
    id: number,
    approval: Approval,
  ): Promise<PaymentDecided> {
    // In a transaction of its own: what it finds stays when the approval is refused.
    if (await this.unscreened.screen(id, context.actor.userId)) throw new ApiException('CASE_CHANGED');
    return this.idempotency.once(context.idempotency, async (tx) => {
      const payment = await this.settlement.lockUndecided(tx, id);
      const isAwaiting = await this.approve(tx, payment, context, approval);
      const answer: PaymentDecided = { success: true, reference: payment.reference };
      return isAwaiting ? { ...answer, awaiting: 'second_approval' as const } : answer;
    });
  }

  /** Returns whether another administrator must still approve. */
  private async approve(
    tx: Transaction,
    payment: LockedPayment,
    context: RequestContext,
    { proof, seen }: Approval,
  ): Promise<boolean> {
    const { userId } = context.actor;
    const level = riskLevel(toDecimal(payment.worth ?? payment.amount));
    if (payment.ownerId === userId) throw new ApiException('OWN_PAYMENT');
    await this.second.refuseInvolved(tx, payment.ownerId, userId);
    if (seen && !(await hasSeen(tx, payment.id, seen))) throw new ApiException('CASE_CHANGED');
    const first = await this.firstApprover(tx, payment);
    if (first !== null) await this.second.demand(tx, first, userId);
    await proof(tx, level);
    if (level === 'high' && first === null) {
      await this.settlement.approveFirst(tx, payment, settledBy(context));
      return true;
    }
    await this.settlement.approve(tx, payment, settledBy(context));
    return false;
  }

  /** The administrator of the first of two approvals; null without one, or if it no longer counts. */
  private async firstApprover(tx: Transaction, { firstApprovedBy }: LockedPayment): Promise<number | null> {
    if (firstApprovedBy === null) return null;
    return (await this.firstApprovals.counts(tx, firstApprovedBy)) ? firstApprovedBy : null;
  }
}

/** Whether an approver has read all that the payment's screening found, also what a colleague has just caused to be found. */
async function hasSeen(tx: Transaction, paymentId: number, seen: string[]): Promise<boolean> {
  const found = await findingsOf(tx, paymentId);
  return found.every(({ entry }) => seen.includes(entry));
}

const settledBy = ({ actor, requestId }: RequestContext) => ({ userId: actor.userId, requestId });
