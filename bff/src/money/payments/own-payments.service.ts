import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Language } from '@bank/contracts/language';
import { type OwnPayment, recallStates, stageTransitions } from '@bank/contracts/payments';
import { paymentStop } from '@bank/contracts/stops';
import { AuditService } from '../../platform/audit/audit.service';
import { moment, rowOf, text } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import type { LockedPayment } from './locked-payment';
import {
  arrivalOf,
  detailColumns,
  heldRow,
  heldUntil,
  payeeColumns,
  payeeQuery,
  riskColumns,
  stageColumns,
  stepRow,
  stepsQuery,
} from './payment-detail';
import { recordMessage } from './payment-messages.service';
import { suspendedPayment } from './payment-money';
import { asPayer, toPaymentDto } from './payment-response';
import { askRecall, recallDueOn, recallState } from './recall-state';
import { PaymentSettlementService } from './payment-settlement.service';

/** A sent payment can be asked back for ten banking days (SCT rulebook, EPC125-05), counted as two weeks. */
const recallMs = 14 * dayMs;

/** The payer asks for it (ISO 20022 external cancellation reason). */
const byCustomer = 'CUST';

const own = `
  SELECT ${detailColumns}, ${payeeQuery}, p.recipient_name AS recipientName, p.description, p.reason, p.reason_code AS reasonCode,
    p.in_doubt_since AS inDoubtSince, ${recallState} AS recall
  FROM payments p JOIN accounts a ON a.id = p.account_id WHERE p.id = ? AND a.user_id = ?`;
const ownRow = rowOf({
  ...stageColumns,
  ...riskColumns,
  ...payeeColumns,
  recipientName: text,
  description: text,
  reason: text.nullable(),
  reasonCode: text.nullable(),
  inDoubtSince: moment.nullable(),
  recall: z.enum(recallStates).nullable(),
  sentAt: moment.nullable(),
});
type OwnRow = z.output<typeof ownRow>;

/** A customer's own payments to other banks: their way, and taking them back. */
@Injectable()
export class OwnPaymentsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly settlement: PaymentSettlementService,
    private readonly rail: PaymentRail,
    private readonly incidents: IncidentsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** A payment with why it waits or came to nothing. @throws ApiException as `one`. */
  async explained(
    userId: number,
    id: number,
    language: Language,
    connection: Connection = this.database,
  ): Promise<OwnPayment> {
    const row = await connection.found(ownRow, own, [id, userId]);
    const payment = await this.paymentOf(row, connection);
    const held = await connection.row(heldRow, heldUntil, [id]);
    const isSuspended = await this.incidents.isOpen(connection, suspendedPayment, payment.reference);
    return { ...payment, why: paymentStop({ ...payment, isSuspended }, language, held?.until ?? null) };
  }

  /** @throws ApiException NOT_FOUND, also for another customer's payment. */
  async one(userId: number, id: number, connection: Connection = this.database): Promise<OwnPayment> {
    return this.paymentOf(await connection.found(ownRow, own, [id, userId]), connection);
  }

  private async paymentOf(row: OwnRow, connection: Connection): Promise<OwnPayment> {
    const stages = await connection.rows(stepRow, stepsQuery, [row.id]);
    return {
      ...toPaymentDto(asPayer(row)),
      recipient_name: row.recipientName,
      description: row.description,
      reason: row.reason,
      reason_code: row.reasonCode,
      in_doubt: row.inDoubtSince !== null,
      recall: row.recall,
      arrival_date: arrivalOf(row, this.clock.now()),
      cancellable: stageTransitions[row.stage].includes('cancelled'),
      recallable: this.rail.isConfigured && this.isRecallable(row),
      stages,
    };
  }

  /**
   * Cancels a payment that was not sent; one that was is recalled, once.
   * @throws ApiException NOT_FOUND, also for another customer's payment; PAYMENT_NOT_CANCELLABLE for one that has ended,
   * was recalled before, or was sent too long ago; NOT_CONFIGURED for a recall without a rail.
   */
  async cancel(context: RequestContext, id: number): Promise<OwnPayment> {
    const { userId } = context.actor;
    let messageId: string | undefined;
    const payment = await this.idempotency.once(context.idempotency, async (tx) => {
      await tx.found(ownRow, own, [id, userId]);
      messageId = await this.cancelOrRecall(tx, context, id);
      await tx.flush();
      return this.one(userId, id, tx);
    });
    if (messageId) await this.rail.deliver(messageId);
    return payment;
  }

  /**
   * Recalls a customer's sent payment for them, in a transaction of the caller's; the message is to be delivered afterwards.
   * @throws ApiException NOT_FOUND, PAYMENT_NOT_CANCELLABLE; NOT_CONFIGURED without a rail.
   */
  async recallFor(
    tx: Transaction,
    context: RequestContext,
    id: number,
    userId: number,
  ): Promise<() => Promise<void>> {
    const payment = await this.settlement.lockAny(tx, id);
    const row = await tx.found(ownRow, own, [id, userId]);
    if (!this.isRecallable(row)) throw new ApiException('PAYMENT_NOT_CANCELLABLE');
    const messageId = await this.recall(tx, payment, context);
    return () => this.rail.deliver(messageId);
  }

  private async cancelOrRecall(tx: Transaction, context: RequestContext, id: number) {
    const payment = await this.settlement.lockAny(tx, id);
    if (stageTransitions[payment.stage].includes('cancelled')) {
      const { userId } = context.actor;
      await this.settlement.cancel(tx, payment, { userId, requestId: context.requestId });
      return undefined;
    }
    const row = await tx.found(ownRow, own, [id, context.actor.userId]);
    if (!this.isRecallable(row)) throw new ApiException('PAYMENT_NOT_CANCELLABLE');
    return this.recall(tx, payment, context);
  }

  private async recall(tx: Transaction, payment: LockedPayment, context: RequestContext): Promise<string> {
    if (!this.rail.isConfigured) throw new ApiException('NOT_CONFIGURED');
    const { id, reference, endToEndId, messageId, amount, currency } = payment;
    await tx.write(askRecall, [recallDueOn(this.clock.now()), id]);
    const values = { reference };
    await this.audit.record(tx, { action: 'payment.recalled', type: 'info', values, ...authorOf(context) });
    const sent = { transactionId: reference, endToEndId, messageId: messageId ?? '' };
    const request = { ...sent, amount: { minor: amount, currency } };
    const recallMessage = await this.rail.recall(tx, request, { code: byCustomer });
    await tx.write(recordMessage, [id, recallMessage]);
    return recallMessage;
  }

  private isRecallable({ stage, recall, sentAt }: OwnRow): boolean {
    const isOut = stage === 'sent' || stage === 'settled';
    if (!isOut || recall !== null || sentAt === null) return false;
    return this.clock.now().getTime() - sentAt.getTime() < recallMs;
  }
}
