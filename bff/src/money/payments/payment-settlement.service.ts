import { Injectable } from '@nestjs/common';
import { decimalText } from '@bank/contracts/currencies';
import type { LogTextName, LogValues } from '@bank/contracts/log-texts';
import {
  isRejectable,
  type PaymentStage,
  type RiskReason,
  type SanctionsFinding,
  stageTransitions,
  statusOfStage,
} from '@bank/contracts/payments';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import type { NotificationKey } from '../../people/notifications/notification-texts';
import { BankCases } from '../../people/cases/bank-cases.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { RuleCases } from '../../people/rules/rule-cases.service';
import { HoldsService, type HoldEnd } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import { balanceEvents } from '../ledger/live-balance';
import { MoneyBack } from '../ledger/money-back.service';
import { type LockedPayment, lockedPayment, lockPayment } from './locked-payment';
import { openHold, type PayerDoubt, paymentCause, recordFindings } from './payment-findings';
import { noticeOfBack } from './payment-back';
import { postBack, postPayments } from './payment-money';
import { recordStage } from './payment-stages';

/** The author of a payment's step: a person, or null for the bank's rules and the network. */
interface SettledBy {
  userId: number | null;
  requestId: string | null;
}

export const theBank: SettledBy = { userId: null, requestId: null };

/** Why a payment ends before it was sent. */
interface Refusal {
  end: Exclude<HoldEnd, 'posted'>;
  reason: string | null;
}

/** The columns that a step changes beside the stage. */
type StageColumns = Partial<
  Record<
    | (
        | 'decided_by'
        | 'processed_by'
        | 'processed_at'
        | 'queued_at'
        | 'sent_at'
        | 'transfer_id'
        | 'fee_transfer_id'
        | 'message_id'
      )
    | ('next_ask_at' | 'in_doubt_since' | 'reason' | 'reason_code')
    | ('risk_reasons' | 'first_approved_by' | 'first_approved_at'),
    string | number | Date | null
  >
>;

/** The log line and the notification of a step. */
interface Step {
  action: LogTextName;
  /** The sentence of the log; without it the action's. */
  text?: LogTextName;
  values?: LogValues;
  key?: NotificationKey;
  /** Of the notification, beside the payment itself. */
  news?: Record<string, string>;
}

/** How long an answer may take before it is asked for, in seconds: at once for an instant payment, else an hour. */
const instantSeconds = 10;
const batchSeconds = 3_600;

/** The person who decided, if it was one. */
const decider = (by: StageColumns[keyof StageColumns]) => (typeof by === 'number' ? by : null);

/** The columns of a payment whose outcome is known. */
const known = { in_doubt_since: null, next_ask_at: null };

/**
 * Moves payments along `stageTransitions`, with their money: held until they are sent, then on the settlement account.
 * Lock order everywhere: the payments in the order of their ids, then the accounts.
 */
@Injectable()
export class PaymentSettlementService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly cases: BankCases,
    private readonly rules: RuleCases,
    private readonly moneyBack: MoneyBack,
    private readonly clock: Clock,
  ) {}

  /** Locks a payment at any stage. @throws ApiException NOT_FOUND. */
  lockAny(tx: Transaction, id: number): Promise<LockedPayment> {
    return tx.found(lockedPayment, lockPayment, [id]);
  }

  /**
   * Locks a payment that no person has approved yet; one that the rules let go may be approved until it is sent.
   * @throws ApiException NOT_FOUND; PAYMENT_NOT_PENDING.
   */
  async lockUndecided(tx: Transaction, id: number): Promise<LockedPayment> {
    const payment = await this.lock(tx, id, 'cancelled');
    if (payment.decidedBy === 'person') throw new ApiException('PAYMENT_NOT_PENDING');
    return payment;
  }

  /**
   * Locks a payment that a person may reject: also an approved one while it waits for its day, or for its payer, who is
   * deactivated. Any other approved one leaves at once.
   * @throws ApiException NOT_FOUND; PAYMENT_NOT_PENDING.
   */
  async lockRejectable(tx: Transaction, id: number): Promise<LockedPayment> {
    const payment = await this.lockAny(tx, id);
    const { stage, decidedBy, isActive } = payment;
    const account = { status: isActive ? 'active' : 'inactive' } as const;
    if (!isRejectable({ stage, decided_by: decidedBy, account }))
      throw new ApiException('PAYMENT_NOT_PENDING');
    return payment;
  }

  /**
   * Locks a payment that is to change its stage.
   * @throws ApiException NOT_FOUND; PAYMENT_NOT_PENDING when there is no such transition.
   */
  async lock(tx: Transaction, id: number, to: PaymentStage): Promise<LockedPayment> {
    const payment = await this.lockAny(tx, id);
    if (!stageTransitions[payment.stage].includes(to)) throw new ApiException('PAYMENT_NOT_PENDING');
    return payment;
  }

  /** Records the first of two approvals, and notifies open payment centres. */
  async approveFirst(tx: Transaction, { id, reference }: LockedPayment, by: SettledBy): Promise<void> {
    const sql = 'UPDATE payments SET first_approved_by = ?, first_approved_at = ? WHERE id = ?';
    await tx.write(sql, [by.userId, this.clock.now(), id]);
    await this.audit.record(tx, {
      action: 'payment.first_approved',
      type: 'info',
      values: { reference },
      ...by,
    });
    const data = { id, status: 'pending', awaiting: 'second_approval' } as const;
    this.events.emit(tx, 'administrators', 'payment', data);
  }

  /** Lets a payment that a person approved go its way: at once, or on its day. */
  async approve(tx: Transaction, payment: LockedPayment, by: SettledBy): Promise<void> {
    const { executionDay, reference } = payment;
    const now = this.clock.now();
    const stage = executionDay !== null && executionDay > parisDay(now) ? 'scheduled' : 'queued';
    const decided = { decided_by: 'person', processed_by: by.userId };
    await this.move(tx, payment, stage, { ...decided, ...(stage === 'queued' && { queued_at: now }) });
    await this.publishAndAudit(tx, payment, { action: 'payment.approved', values: { reference } }, by);
  }

  /** Queues a payment whose day has come. */
  async begin(tx: Transaction, payment: LockedPayment): Promise<void> {
    await this.move(tx, payment, 'queued', { queued_at: this.clock.now() });
  }

  /**
   * Hands a planned payment back to a person: its payee has come on the sanctions list since it was decided or cannot be compared
   * with one, or its payer gives rise to a doubt.
   */
  async handBack(
    tx: Transaction,
    payment: LockedPayment,
    findings: SanctionsFinding[],
    doubt?: PayerDoubt,
  ): Promise<void> {
    const { reference, riskReasons } = payment;
    const reasons = new Set<RiskReason>([
      ...(findings.length > 0 ? ['sanctions' as const] : []),
      ...(riskReasons ?? []),
    ]);
    await this.move(tx, payment, 'awaiting_approval', {
      decided_by: null,
      processed_by: null,
      first_approved_by: null,
      first_approved_at: null,
      risk_reasons: JSON.stringify([...reasons]),
    });
    await recordFindings(tx, this.audit, payment, findings, this.clock.now());
    await openHold(tx, this.cases, payment, findings, doubt);
    const step = { action: 'payment.handed_back', key: 'payment_waiting' } as const;
    await this.publishAndAudit(tx, payment, { ...step, values: { reference } }, theBank);
  }

  /** Books locked, queued payments to the settlement account with their fees, as sent with a message. */
  async book(tx: Transaction, payments: LockedPayment[], messageId: string | null): Promise<void> {
    const booked = await postPayments(tx, this.ledger, this.holds, payments);
    const sentAt = this.clock.now();
    const patience = payments[0]?.method === 'sepa_instant' ? instantSeconds : batchSeconds;
    const askAt = new Date(sentAt.getTime() + patience * 1000);
    for (const [index, payment] of payments.entries()) {
      const sent = { ...booked[index], message_id: messageId, sent_at: sentAt, next_ask_at: askAt };
      await this.move(tx, payment, 'sent', sent);
      const { reference } = payment;
      const logged: Pick<Step, 'text' | 'values'> = messageId
        ? { values: { reference, message: messageId } }
        : { text: 'payment.sent_alone', values: { reference } };
      await this.publishAndAudit(tx, payment, { action: 'payment.sent', ...logged }, theBank);
    }
  }

  /** Completes a sent payment, as the network confirms it. */
  async settle(tx: Transaction, payment: LockedPayment, by: SettledBy = theBank): Promise<void> {
    await this.move(tx, payment, 'settled', { processed_at: this.clock.now(), ...known });
    const { reference } = payment;
    await this.publishAndAudit(
      tx,
      payment,
      { action: 'payment.completed', values: { reference }, key: 'payment_completed' },
      by,
    );
  }

  /**
   * Brings the money of a sent payment back, in an entry of its own: refused by the network, or returned by the other
   * bank. `code` is its reason (ISO 20022); `amount` what the other bank returned, by default all. The fee comes back with a
   * refused payment; that of a returned one, which the bank has carried out, stays. The money of a former customer, or of an
   * account that was closed, waits on the suspense account.
   */
  async bringBack(
    tx: Transaction,
    payment: LockedPayment,
    stage: 'rejected' | 'returned',
    { code, amount = payment.amount }: { code: string; amount?: bigint },
  ): Promise<void> {
    const { reference } = payment;
    await postBack(tx, this.ledger, payment, { amount, withFee: stage === 'rejected' });
    const ended = { processed_at: this.clock.now(), reason_code: code, ...known };
    await this.move(tx, payment, stage, ended);
    const { id, accountId, fee, isOpen } = payment;
    const back = stage === 'rejected' ? amount + fee : amount;
    if (isOpen) await this.moneyBack.notify(tx, { of: 'payment', id, accountId, amount: back });
    const { key, values: news } = noticeOfBack(payment, { stage, amount: back, code });
    const action = stage === 'returned' ? 'payment.returned' : 'payment.sent_back';
    await this.publishAndAudit(tx, payment, { action, values: { reference, code }, key, news }, theBank);
  }

  /** Ends a payment before it was sent, and frees its amount. */
  async fail(
    tx: Transaction,
    payment: LockedPayment,
    { end, reason }: Refusal,
    by: SettledBy,
  ): Promise<void> {
    await this.release(tx, payment, end);
    await this.move(tx, payment, 'rejected', {
      processed_at: this.clock.now(),
      processed_by: by.userId,
      reason,
    });
    const expired = payment.decidedBy === null ? 'payment_expired' : 'payment_not_sent';
    const step =
      end === 'expired'
        ? ({ action: 'payment.expired', key: expired } as const)
        : ({ action: 'payment.rejected', key: 'payment_released' } as const);
    await this.publishAndAudit(tx, payment, { ...step, values: { reference: payment.reference } }, by);
  }

  /** Ends a payment that its payer takes back before it was sent. */
  async cancel(tx: Transaction, payment: LockedPayment, by: SettledBy): Promise<void> {
    await this.release(tx, payment, 'released');
    await this.move(tx, payment, 'cancelled', { processed_at: this.clock.now() });
    const values = { reference: payment.reference };
    await this.publishAndAudit(
      tx,
      payment,
      { action: 'payment.cancelled', values, key: 'payment_cancelled' },
      by,
    );
  }

  private async release(tx: Transaction, { id, accountId }: LockedPayment, end: HoldEnd): Promise<void> {
    const locked = await this.ledger.lock(tx, [accountId]);
    await this.holds.end(tx, locked, id, end);
    this.events.emitAll(tx, [...locked.values()].flatMap(balanceEvents));
  }

  /** Changes the stage with the status that follows from it, and records the step. */
  private async move(
    tx: Transaction,
    payment: LockedPayment,
    stage: PaymentStage,
    columns: StageColumns,
  ): Promise<void> {
    const { id } = payment;
    if (payment.stage === 'awaiting_approval') {
      const decision = stage === 'queued' || stage === 'scheduled' ? 'accepted' : 'refused';
      const by = decider(columns.processed_by);
      const caseId = await this.cases.end(tx, paymentCause(id), decision, by);
      // A payer who cancels and a hold that expires find out nothing about the payment.
      if (caseId !== undefined && by !== null) await this.rules.turnOutFirst(tx, caseId, decision);
    }
    const changed = { ...columns, stage, status: statusOfStage[stage] };
    const assignments = Object.keys(changed).map((column) => `${column} = ?`);
    await tx.write(`UPDATE payments SET ${assignments.join(', ')} WHERE id = ?`, [
      ...Object.values(changed),
      id,
    ]);
    await recordStage(tx, { paymentId: id, stage, at: this.clock.now(), code: columns.reason_code });
    payment.stage = stage;
  }

  /** Writes the log line, and notifies the customer and open payment centres. */
  private async publishAndAudit(
    tx: Transaction,
    { id, reference, ownerId, amount, currency, recipientName, stage }: LockedPayment,
    { action, text = action, values: logged, key, news }: Step,
    by: SettledBy,
  ): Promise<void> {
    await this.audit.record(tx, { action, text, type: 'info', ...(logged && { values: logged }), ...by });
    if (key) {
      const paid = { amount: decimalText(amount, currency), currency };
      const values = { ...paid, recipient: recipientName, reference, ...news };
      this.notifications.notify(tx, ownerId, { type: 'transaction', key, values });
    }
    this.events.emitAll(tx, [
      { to: ownerId, type: 'transaction', data: { reference } },
      { to: 'administrators', type: 'payment', data: { id, status: statusOfStage[stage], stage } },
    ]);
  }
}
