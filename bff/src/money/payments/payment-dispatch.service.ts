import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type PaymentMethod, statusOfStage } from '@bank/contracts/payments';
import { ibanCountry } from '@bank/contracts/iban';
import { flag, idRow, rowOf } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { isDatabaseAway } from '../../platform/database/database-away';
import { FailedItems } from '../../platform/errors/items-failed';
import { EventsService } from '../../platform/events/events.service';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { ScreeningService } from '../../people/screening/screening.service';
import { CutOffsService } from './cut-offs.service';
import { exceedsLevel } from './level-of-day';
import { findingsOf, type PayerDoubt } from './payment-findings';
import { recordMessage } from './payment-messages.service';
import {
  anyQueued,
  dueToBegin,
  type LockedPayment,
  lockedPayment,
  lockPayment,
  lockQueued,
} from './locked-payment';
import { PaymentOutcomesService } from './payment-outcomes.service';
import { PaymentSettlementService } from './payment-settlement.service';
import { internationalTransfers, toCreditTransfer } from './payment-transfers';

/** Payments in one message, and messages sent in one round. */
const messageSize = 100;
const dueAtOnce = 50;
/** How long an answer is waited for where a person waits, ms; it is worked on when it comes later. */
const waitMs = 3_000;
/** An instant payment whose server died before it was sent is taken over after this, in ms. */
const takeOverMs = 5_000;
/** Pauses between the questions for an answer, in seconds: doubled each time, at most this. */
const longestAskPause = 300;
const firstAskPause = 5;

/** The most that the column of the questions holds; more are not counted. */
const mostAsks = 65_535;

const dueToAsk = 'SELECT id FROM payments WHERE next_ask_at <= ? ORDER BY next_ask_at LIMIT ?';
/** No row where another server has asked meanwhile. */
const dueNow = 'SELECT in_doubt_since IS NULL AS isKnown FROM payments WHERE id = ? AND next_ask_at <= ?';
const dueRow = rowOf({ isKnown: flag });
const asked = `
  UPDATE payments SET asks = LEAST(asks + 1, ${mostAsks}), in_doubt_since = COALESCE(in_doubt_since, ?),
    next_ask_at = ? + INTERVAL LEAST(?, ? * POW(2, LEAST(asks, 10))) SECOND WHERE id = ?`;

/** Sends queued payments over the rail, and asks for the answers that do not come. */
@Injectable()
export class PaymentDispatchService implements OnModuleInit {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly database: Database,
    private readonly rail: PaymentRail,
    private readonly settlement: PaymentSettlementService,
    private readonly outcomes: PaymentOutcomesService,
    private readonly cutOffs: CutOffsService,
    private readonly screening: ScreeningService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { outcomes } = this;
    this.rail.listen({
      outcomes: (tx, all) => outcomes.report(tx, all),
      returns: (tx, all) => outcomes.takeBack(tx, all),
      recalls: (tx, answers) => outcomes.recallsAnswered(tx, answers),
      refused: (tx, message) => outcomes.messageRefused(tx, message),
    });
  }

  /**
   * Sends one payment now if it is queued, and waits a few seconds for the answer. Never throws: what fails is sent with
   * the next round.
   */
  async sendNow(id: number): Promise<void> {
    try {
      const messageId = await this.database.transaction(async (tx) => {
        const payment = await tx.row(lockedPayment, lockPayment, [id]);
        return payment?.stage === 'queued' && payment.isActive ? this.send(tx, [payment]) : undefined;
      });
      if (messageId) await Promise.race([this.rail.deliver(messageId), pause(waitMs)]);
    } catch (error) {
      this.logger.error(`payment ${id} is not sent yet`, (error as Error).stack);
    }
  }

  /** Sends the instant payments that a server which died left queued; returns how many. */
  sendInstant(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - takeOverMs);
    return this.sendAll(['sepa_instant'], before);
  }

  /** Sends what was queued until the last cut-off; returns how many payments. */
  async sendBatches(): Promise<number> {
    const cutOff = await this.cutOffs.latest(this.clock.now());
    return this.sendAll(['sepa_transfer', 'international_transfer'], cutOff);
  }

  /**
   * Queues the payments whose day has come; returns how many. One that fails is left for the next round.
   * @throws ItemsFailed at the end; the driver's error when the database is away.
   */
  async beginDue(): Promise<number> {
    let count = 0;
    for (let found = messageSize; found === messageSize; count += found) {
      const today = parisDay(this.clock.now());
      const due = await this.database.rows(idRow, dueToBegin, [today, messageSize]);
      found = await this.each(due, (id) => this.database.transaction((tx) => this.beginOne(tx, id)));
    }
    return count;
  }

  private async beginOne(tx: Transaction, id: number): Promise<void> {
    const payment = await tx.row(lockedPayment, lockPayment, [id]);
    if (payment?.stage === 'scheduled') await this.begin(tx, payment);
  }

  /** Works on payments, of which one that fails keeps back no other; see `beginDue`. */
  private async each(payments: { id: number }[], work: (id: number) => Promise<void>): Promise<number> {
    const failed = new FailedItems();
    let done = 0;
    for (const { id } of payments) {
      try {
        await work(id);
        done += 1;
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        failed.add(error);
        this.logger.error(`payment ${id} failed`, (error as Error).stack);
      }
    }
    failed.end(done);
    return done;
  }

  /**
   * Judged again on its day: the sanctions list may have grown, or the payer lost the right to pay. What a person approves from
   * that day on leaves without being judged here again.
   */
  private async begin(tx: Transaction, payment: LockedPayment): Promise<void> {
    const { id, recipientName, recipientAccount, country } = payment;
    const findings = this.screening.find(recipientName, country ?? ibanCountry(recipientAccount));
    const known = findings.length === 0 ? [] : await findingsOf(tx, id);
    const fresh = findings.filter(({ entry }) => known.every((each) => each.entry !== entry));
    const doubt = await this.doubtOf(tx, payment);
    if (!doubt && fresh.length === 0) await this.settlement.begin(tx, payment);
    else await this.settlement.handBack(tx, payment, fresh, doubt);
  }

  private async doubtOf(tx: Transaction, payment: LockedPayment): Promise<PayerDoubt | undefined> {
    if (!payment.isActive) return 'inactive';
    return (await exceedsLevel(tx, payment, this.clock.now())) ? 'level' : undefined;
  }

  /**
   * Asks what became of sent payments whose answer is late; returns how many. An instant one is then in doubt.
   * @throws as `beginDue`.
   */
  async askDue(): Promise<number> {
    const due = await this.database.rows(idRow, dueToAsk, [this.clock.now(), dueAtOnce]);
    const deliveries: Promise<void>[] = [];
    try {
      return await this.each(due, async (id) => {
        const messageId = await this.database.transaction((tx) => this.ask(tx, id));
        if (messageId) deliveries.push(this.rail.deliver(messageId));
      });
    } finally {
      await Promise.all(deliveries);
    }
  }

  private async ask(tx: Transaction, id: number): Promise<string | undefined> {
    const payment = await tx.row(lockedPayment, lockPayment, [id]);
    if (payment?.stage !== 'sent' || payment.messageId === null) return undefined;
    const now = this.clock.now();
    const due = await tx.row(dueRow, dueNow, [id, now]);
    if (!due) return undefined;
    if (due.isKnown) this.showDoubt(tx, payment);
    await tx.write(asked, [now, now, longestAskPause, firstAskPause, id]);
    const { reference: transactionId, endToEndId, messageId } = payment;
    // A question that overtakes its payment has it taken for lost, and the payment is carried out after its money came back.
    if (await this.rail.isBeingSent(messageId, tx)) return undefined;
    const question = await this.rail.ask(tx, [{ transactionId, endToEndId, messageId }]);
    await tx.write(recordMessage, [id, question]);
    return question;
  }

  /** Open pages show from now on that the answer is late. */
  private showDoubt(tx: Transaction, { id, reference, ownerId, stage }: LockedPayment): void {
    this.events.emitAll(tx, [
      { to: ownerId, type: 'transaction', data: { reference } },
      { to: 'administrators', type: 'payment', data: { id, status: statusOfStage[stage], stage } },
    ]);
  }

  /** Sends what was queued until a moment, by one method after the other. */
  private async sendAll(methods: PaymentMethod[], before: Date): Promise<number> {
    if (!(await this.database.exists(anyQueued, [methods, before]))) return 0;
    let count = 0;
    for (const method of methods) count += await this.sendBy(method, before);
    return count;
  }

  /** At most `dueAtOnce` messages, whose answers are all waited for. */
  private async sendBy(method: PaymentMethod, before: Date): Promise<number> {
    let count = 0;
    // Only messages of SEPA batches carry several.
    const size = method === 'sepa_transfer' ? messageSize : 1;
    const deliveries: Promise<void>[] = [];
    for (let round = 0; round < dueAtOnce; round += 1) {
      const sent = await this.database.transaction(async (tx) => {
        const queued = await tx.rows(lockedPayment, lockQueued, [method, before, size]);
        return queued.length === 0 ? undefined : { id: await this.send(tx, queued), size: queued.length };
      });
      if (!sent) break;
      count += sent.size;
      deliveries.push(this.rail.deliver(sent.id));
    }
    await Promise.all(deliveries);
    return count;
  }

  /** Books the payments as sent, and stores the message that carries them; returns its id. */
  private async send(tx: Transaction, payments: LockedPayment[]): Promise<string> {
    payments.sort((one, other) => one.id - other.id);
    const method = payments[0]?.method;
    const international = method === 'international_transfer';
    const transfers = international
      ? await internationalTransfers(tx, payments)
      : payments.map(toCreditTransfer);
    const messageId = await this.rail.send(tx, transfers, {
      instant: method === 'sepa_instant',
      international,
    });
    await this.settlement.book(tx, payments, messageId);
    return messageId;
  }
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
