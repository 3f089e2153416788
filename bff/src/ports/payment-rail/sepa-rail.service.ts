import { Injectable, Logger } from '@nestjs/common';
import { bankIdentity } from '@bank/contracts/bank';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { type RailMessage, writeMessage } from '@bank/contracts/rails/messages';
import type { Reason } from '@bank/contracts/rails/parts';
import { Config } from '../../platform/config/config';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import {
  type Destination,
  type NewMessage,
  OutboxService,
  type SentAnswer,
} from '../messages/outbox.service';
import { postSigned } from '../messages/counterpart';
import { readJson } from '../messages/json-message';
import { type GivenBack, type PayeeVerification, PaymentRail, type RailHandlers } from './payment-rail';
import type { Decision, Original, PaymentMessage, PaymentTrace, SentPayment } from './payment-rail';
import { payeeVerification } from './payee-verification';
import { SepaFilesService } from './sepa-files.service';
import { SepaInboxService, statusOf, unknownType } from './sepa-inbox.service';
import { SepaMessagesService } from './sepa-messages.service';
import { SettlementDays } from './settlement-days.service';

const sepaPort = 'sepa';

/** An instant payment is answered within ten seconds (SCT Inst rulebook, EPC004-16). */
const answerMs = 10_000;
const verificationMs = 900;
const dueAtOnce = 50;

type Without<Message> = Message extends RailMessage ? Omit<Message, 'messageId' | 'createdAt'> : never;

/** The payment rail over ISO 20022 messages to a clearing house, by signed HTTP. */
@Injectable()
export class SepaRailService extends PaymentRail {
  private readonly logger = new Logger('Rail');

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly outbox: OutboxService,
    private readonly inbox: SepaInboxService,
    private readonly files: SepaFilesService,
    private readonly messages: SepaMessagesService,
    private readonly days: SettlementDays,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  get isConfigured(): boolean {
    return this.config.rail !== undefined;
  }

  listen(handlers: Partial<RailHandlers>): void {
    this.inbox.listen(handlers);
    this.files.listen(handlers);
  }

  async send(
    tx: Transaction,
    transfers: CreditTransfer[],
    { instant, international }: { instant: boolean; international: boolean },
  ): Promise<string> {
    const message = {
      type: 'pacs.008.001.08' as const,
      settlementDay: instant ? parisDay(this.clock.now()) : await this.settlementDay(tx),
      instant,
      ...(international && { international }),
      sender: bankIdentity.bic,
      transfers,
    };
    return this.store(tx, message, { once: instant });
  }

  ask(tx: Transaction, payments: [SentPayment, ...SentPayment[]]): Promise<string> {
    return this.store(tx, {
      type: 'pacs.028.001.03',
      originalMessageId: payments[0].messageId,
      originalType: 'pacs.008.001.08',
      transactions: payments.map(({ transactionId, endToEndId }) => ({ transactionId, endToEndId })),
    });
  }

  recall(
    tx: Transaction,
    payment: SentPayment & { amount: CreditTransfer['amount'] },
    reason: Reason,
  ): Promise<string> {
    const { messageId: originalMessageId, ...sent } = payment;
    const message = {
      type: 'camt.056.001.08' as const,
      sender: bankIdentity.bic,
      recallId: `R${sent.transactionId}`,
      originalMessageId,
      originalType: 'pacs.008.001.08',
      ...sent,
      reason,
    };
    // A recall that overtakes its payment is refused as unknown, and the payment is carried out.
    return this.store(tx, message, { after: originalMessageId });
  }

  async giveBack(tx: Transaction, ...returned: [GivenBack, ...GivenBack[]]): Promise<string> {
    const [{ originalMessageId, originalType }] = returned;
    return this.store(tx, {
      type: 'pacs.004.001.09',
      settlementDay: await this.settlementDay(tx),
      originalMessageId,
      originalType,
      returns: returned,
    });
  }

  report(tx: Transaction, original: Original, decisions: Decision[]): Promise<string> {
    return this.store(tx, { type: 'pacs.002.001.10', ...original, statuses: decisions.map(statusOf) });
  }

  async deliver(messageId: string): Promise<void> {
    const to = this.destination;
    if (!to) return;
    try {
      const answer = await this.outbox.send(sepaPort, messageId, to);
      if (!answer) return;
      if (answer.status >= 400) return await this.refused(messageId, answer);
      if (answer.body.length > 0) await this.takeAnswer(messageId, answer.body);
      await this.outbox.settle(sepaPort, messageId, answer);
    } catch (error) {
      this.logger.error(`the answer to ${messageId} is not worked on`, (error as Error).stack);
    }
  }

  private async refused(messageId: string, answer: SentAnswer): Promise<void> {
    this.logger.error(`${messageId} is refused with ${answer.status}`);
    const named = await this.messages.sent(messageId);
    await this.database.transaction(async (tx) => {
      const { status, isOnlyTry } = answer;
      await this.inbox.refused(tx, { messageId, status, isOnlyTry, ...named });
      await this.outbox.settle(sepaPort, messageId, answer, tx);
    });
  }

  private async takeAnswer(messageId: string, answer: Buffer): Promise<void> {
    try {
      await this.take(answer);
    } catch (error) {
      await this.outbox.endTry(sepaPort, messageId);
      throw error;
    }
  }

  /** @throws Error for an answer that cannot be read, such as one that was cut off: its message is sent again. */
  private async take(answer: Buffer): Promise<void> {
    const { fault } = await this.inbox.receive(answer);
    if (fault !== undefined && fault !== unknownType) throw new Error(`it cannot be read: ${fault}`);
  }

  async deliverDue(): Promise<number> {
    if (!this.isConfigured) return 0;
    const due = await this.outbox.due(sepaPort, dueAtOnce);
    await Promise.all(due.map((id) => this.deliver(id)));
    return due.length + (await this.inbox.resume());
  }

  hasWaiting(before: Date): Promise<boolean> {
    return this.inbox.hasWaiting(before);
  }

  async verifyPayee(payee: { name: string; account: string }): Promise<PayeeVerification> {
    const to = this.destination;
    if (!to) return { result: 'not_possible' };
    try {
      const message = { path: '/verification', type: 'application/json', body: JSON.stringify(payee) };
      const { status, body } = await postSigned(to, message, verificationMs);
      return status === 200 ? payeeVerification.parse(readJson(body)) : { result: 'not_possible' };
    } catch (error) {
      this.logger.warn(`a payee is not verified: ${(error as Error).message}`);
      return { result: 'not_possible' };
    }
  }

  isBeingSent(messageId: string, connection: Connection): Promise<boolean> {
    return this.outbox.isBeingSent(sepaPort, messageId, connection);
  }

  messagesOf(trace: PaymentTrace): Promise<PaymentMessage[]> {
    return this.messages.messagesOf(trace);
  }

  textOf(message: Pick<PaymentMessage, 'direction' | 'id'>): Promise<string | undefined> {
    return this.messages.textOf(message);
  }

  backlog(most: number, connection?: Connection): Promise<{ count: number; oldest: Date | null }> {
    return this.messages.backlog(most, connection);
  }

  begunAt(): Promise<Date | undefined> {
    return this.messages.begunAt();
  }

  private get destination(): Destination | undefined {
    const { rail } = this.config;
    return rail && { ...rail, path: '/messages', contentType: 'application/xml', timeoutMs: answerMs };
  }

  /** The day on which the clearing house settles what leaves now; instant payments are settled on every day. */
  private async settlementDay(tx: Transaction): Promise<string> {
    const { from } = await this.days.calendar(tx);
    return from(parisDay(this.clock.now()));
  }

  private async store<Message extends RailMessage>(
    tx: Transaction,
    content: Without<Message>,
    order: Pick<NewMessage, 'once' | 'after'> = {},
  ): Promise<string> {
    const id = this.random.reference('M', 20);
    const message = { ...content, messageId: id, createdAt: this.clock.now() } as unknown as RailMessage;
    const body = writeMessage(message as never);
    await this.outbox.store(tx, { port: sepaPort, id, type: message.type, body, ...order });
    return id;
  }
}
