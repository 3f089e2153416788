import { Injectable } from '@nestjs/common';
import { decimalText, isOffered } from '@bank/contracts/currencies';
import type { Money } from '@bank/contracts/rails/parts';
import type { ReturnedPayment } from '@bank/contracts/rails/returns';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { Clock } from '../../platform/time/clock.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import type { PaymentOutcome, RecallAnswered, RefusedMessage } from '../../ports/payment-rail/payment-rail';
import { settlementOf, suspenseOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { ReceiptsService } from '../receipts/receipts.service';
import { type LockedPayment, lockByReference, lockedPayment } from './locked-payment';
import { accountsOfBack, suspendedPayment } from './payment-money';
import { PaymentSettlementService, theBank } from './payment-settlement.service';
import { RecallWatch } from './recall-watch.service';

/** The reason of a refusal that gave none. */
const noReason = 'MS03';

/** The rows that the totals of a day are spread over (`migrations/tables/triggers.ts`). */
const counterRows = 8;

const askNow = `
  UPDATE payments SET next_ask_at = LEAST(next_ask_at, ?) WHERE id IN (?) AND stage = 'sent' AND next_ask_at IS NOT NULL`;

/** The network's outcomes of sent payments: settled, refused, returned, recalled; and what it refuses to take at all. */
@Injectable()
export class PaymentOutcomesService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly settlement: PaymentSettlementService,
    private readonly receipts: ReceiptsService,
    private readonly recalls: RecallWatch,
    private readonly incidents: IncidentsService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Settles or brings back the payments that were sent; repeated outcomes change nothing. An outcome of an unknown
   * payment, or one that contradicts an earlier one, moves no money and opens an incident.
   */
  async report(tx: Transaction, outcomes: PaymentOutcome[]): Promise<void> {
    const decided = outcomes.filter(({ state }) => state !== 'pending');
    const payments = await this.lock(
      tx,
      decided.map(({ transactionId }) => transactionId),
    );
    const refused = decided.flatMap(({ transactionId, state }) => {
      const payment = payments.get(transactionId);
      return payment?.stage === 'sent' && state === 'rejected' ? [accountsOfBack(payment, true)] : [];
    });
    await this.ledger.lockEach(tx, refused);
    const referenceOf = ({ transactionId }: PaymentOutcome) => transactionId;
    for (const { transactionId, state, reason } of inOneOrder(decided, referenceOf, payments)) {
      const payment = payments.get(transactionId);
      const agrees = payment && (state === 'settled' ? settledStages : refusedStages).includes(payment.stage);
      if (payment?.stage === 'sent') {
        if (state === 'settled') await this.settlement.settle(tx, payment);
        else await this.bringBack(tx, payment, 'rejected', { code: reason?.code ?? noReason });
      } else if (!agrees) {
        await this.unexpected(tx, transactionId, { stage: payment?.stage ?? '', state });
      }
    }
  }

  /**
   * Books returned money once by its return id: to the payer, or on the suspense account with an incident. Other money under
   * an id that was used moves nothing, and opens an incident.
   */
  async takeBack(tx: Transaction, returns: ReturnedPayment[]): Promise<void> {
    const payments = await this.lock(
      tx,
      returns.map(({ originalTransactionId }) => originalTransactionId),
    );
    const referenceOf = ({ originalTransactionId }: ReturnedPayment) => originalTransactionId;
    await this.ledger.lockEach(
      tx,
      returns.map((returned) => accountsOfReturn(returned, payments.get(referenceOf(returned)))),
    );
    for (const returned of inOneOrder(returns, referenceOf, payments)) {
      const { amount, reason } = returned;
      const payment = payments.get(referenceOf(returned));
      const fits = payment && isReturnOf(payment, amount);
      const earlier = await this.receipts.earlierReturn(tx, returned);
      if (earlier) {
        const isSame = earlier.amount === amount.minor && earlier.currency === amount.currency;
        if (fits || !isSame) await this.receipts.refuseReturn(tx, returned);
      } else if (fits) {
        await this.bringBack(tx, payment, 'returned', { code: reason.code, amount: amount.minor });
        await this.receipts.recordReturn(tx, returned, payment.iban);
      } else await this.receipts.suspendReturn(tx, returned, payment?.currency);
    }
  }

  /**
   * Opens an incident of a message that the clearing house refused, by the one payment that it names or else by its id. What
   * became of payments that it was to carry is asked at once: an earlier try of the same message may have arrived. Those that
   * never did are refused in the answer, and their money comes back. A recall that it refused at the first try may be asked again.
   */
  async messageRefused(
    tx: Transaction,
    { messageId, type, status, isOnlyTry, transactionIds }: RefusedMessage,
  ): Promise<void> {
    const [only, ...more] = transactionIds;
    const subject = only === undefined || more.length > 0 ? messageId : only;
    const params = { message: messageId, type, status };
    await this.incidents.open(tx, { kind: 'rail_message_refused', subject, severity: 'high', params });
    if (type !== 'pacs.008.001.08' && type !== 'camt.056.001.08') return;
    const payments = [...(await this.lock(tx, transactionIds)).values()];
    if (type === 'camt.056.001.08') return isOnlyTry ? this.recallsNotTaken(tx, payments) : undefined;
    const ids = payments.map(({ id }) => id);
    if (ids.length > 0) await tx.write(askNow, [this.clock.now(), ids]);
  }

  /** No bank was asked: the payers may ask again. */
  private async recallsNotTaken(tx: Transaction, payments: LockedPayment[]): Promise<void> {
    for (const payment of payments.filter(({ recall }) => recall === 'asked')) {
      const { id, ownerId, reference } = payment;
      await tx.write('UPDATE payments SET recall = NULL WHERE id = ?', [id]);
      payment.recall = null;
      if (!isBack(payment)) await this.recalls.notify(tx, { paymentId: id, outcome: 'not_taken' });
      this.events.emit(tx, ownerId, 'transaction', { reference });
    }
  }

  /** Brings the money of a payment back; where its account is closed, it waits on the suspense account with an incident. */
  private async bringBack(
    tx: Transaction,
    payment: LockedPayment,
    stage: 'rejected' | 'returned',
    back: { code: string; amount?: bigint },
  ): Promise<void> {
    await this.settlement.bringBack(tx, payment, stage, back);
    if (payment.isOpen) return;
    const { reference, accountId, currency } = payment;
    const amount = back.amount ?? payment.amount + payment.fee;
    await this.incidents.open(tx, {
      kind: suspendedPayment,
      subject: reference,
      severity: 'medium',
      params: { account: accountId, amount: decimalText(amount, currency), currency },
    });
  }

  /**
   * Records the answers to recalls; granted money comes by a return of its own. Repeated answers change nothing. One that was
   * not asked for, or that contradicts an earlier one, is not recorded and opens an incident.
   */
  async recallsAnswered(tx: Transaction, answers: RecallAnswered[]): Promise<void> {
    const decided = answers.filter(({ outcome }) => outcome !== 'PDCR');
    const payments = await this.lock(
      tx,
      decided.map(({ transactionId }) => transactionId),
    );
    for (const { transactionId, outcome, reason } of decided) {
      const payment = payments.get(transactionId);
      const answer = outcome === 'CNCL' ? 'granted' : 'refused';
      if (payment?.recall === 'asked') {
        await this.recordAnswer(tx, payment, answer, reason?.code ?? noReason);
      } else if (!payment?.recall || (payment.recall !== answer && !isBack(payment))) {
        await this.unexpected(tx, transactionId, { stage: payment?.stage ?? '', state: outcome });
      }
    }
  }

  /** If the money is already back, refused or returned, a refused recall changes nothing for the payer and nobody is notified. */
  private async recordAnswer(
    tx: Transaction,
    payment: LockedPayment,
    answer: 'granted' | 'refused',
    code: string,
  ): Promise<void> {
    const { id, reference, ownerId, amount, currency, recipientName } = payment;
    const isGranted = answer === 'granted';
    const sql = 'UPDATE payments SET recall = ?, recall_answered_at = ? WHERE id = ?';
    await tx.write(sql, [answer, this.clock.now(), id]);
    payment.recall = answer;
    await this.audit.record(tx, {
      ...theBank,
      action: isGranted ? 'payment.recall_granted' : 'payment.recall_refused',
      type: 'info',
      values: isGranted ? { reference } : { reference, code },
    });
    if (!isGranted && !isBack(payment)) {
      const paid = { amount: decimalText(amount, currency), currency };
      const values = { ...paid, recipient: recipientName, reference, code };
      this.notifications.notify(tx, ownerId, { type: 'transaction', key: 'recall_refused', values });
    }
    if (isGranted || !isBack(payment)) await this.recalls.notify(tx, { paymentId: id, outcome: answer });
    this.events.emit(tx, ownerId, 'transaction', { reference });
  }

  private unexpected(tx: Transaction, subject: string, params: Record<string, string>): Promise<void> {
    return this.incidents.open(tx, { kind: 'payment_outcome', subject, severity: 'high', params });
  }

  /** In the order of their ids, which every movement of payments keeps. */
  private async lock(tx: Transaction, references: string[]): Promise<Map<string, LockedPayment>> {
    if (references.length === 0) return new Map();
    const payments = await tx.rows(lockedPayment, lockByReference, [references]);
    return new Map(payments.map((payment) => [payment.reference, payment]));
  }
}

/** Of a payment that is out, the whole amount; of an international payment also less, since banks on the way back may keep their charges. */
const isReturnOf = (payment: LockedPayment, { minor, currency }: Money): boolean =>
  (payment.stage === 'sent' || payment.stage === 'settled') &&
  currency === payment.currency &&
  (minor === payment.amount ||
    (payment.method === 'international_transfer' && minor > 0n && minor < payment.amount));

/** What is returned to no payment that is out goes to the suspense account of its currency. */
function accountsOfReturn({ amount }: ReturnedPayment, payment: LockedPayment | undefined): number[] {
  if (payment && isReturnOf(payment, amount)) return accountsOfBack(payment, false);
  const { currency } = amount;
  return isOffered(currency) ? [settlementOf(currency), suspenseOf(currency)] : [];
}

/**
 * In the order in which each transaction takes the counters of payments (`payment_totals`), after the accounts: that of their rows.
 * Those of one payment stay as they came.
 */
function inOneOrder<Each>(
  all: Each[],
  referenceOf: (each: Each) => string,
  payments: Map<string, LockedPayment>,
): Each[] {
  const placeOf = (each: Each) => {
    const { accountId = 0, id = 0 } = payments.get(referenceOf(each)) ?? {};
    return [accountId % counterRows, id] as const;
  };
  return all
    .map((each) => ({ each, place: placeOf(each) }))
    .sort(({ place: one }, { place: other }) => one[0] - other[0] || one[1] - other[1])
    .map(({ each }) => each);
}

const settledStages: readonly string[] = ['settled', 'returned'];
const refusedStages: readonly string[] = ['rejected', 'returned'];

const isBack = ({ stage }: LockedPayment): boolean => refusedStages.includes(stage);
