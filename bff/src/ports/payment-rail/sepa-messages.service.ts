import { Injectable } from '@nestjs/common';
import { type RailMessage, readMessage } from '@bank/contracts/rails/messages';
import type { ReturnedPayment } from '@bank/contracts/rails/returns';
import type { Connection, Transaction } from '../../platform/database/database';
import { InboxService, type StoredMessage } from '../messages/inbox.service';
import { OutboxService } from '../messages/outbox.service';
import type { PaymentMessage, PaymentTrace, RefusedMessage } from './payment-rail';

const port = 'sepa';

/** The messages that change a sent payment. */
const changing = ['pacs.002.001.10', 'pacs.004.001.09', 'camt.029.001.09'] as const;

/** Reads the stored messages of the clearing house. */
@Injectable()
export class SepaMessagesService {
  constructor(
    private readonly inbox: InboxService,
    private readonly outbox: OutboxService,
  ) {}

  /** See `PaymentRail.messagesOf`. What arrived is found by its time, since only its body names its payments. */
  async messagesOf({ transactionId, sent, changedAt }: PaymentTrace): Promise<PaymentMessage[]> {
    const out = await this.outbox.find(port, sent);
    const answers = out.flatMap(({ answer }) => idOf(answer) ?? []);
    const arrived = await Promise.all(changedAt.map((at) => this.arrivedAt(at, transactionId)));
    const came = await this.inbox.find(port, [...new Set([...answers, ...arrived.flat()])]);
    const messages = [
      ...out.map((message) => entry('out', message)),
      ...came.map((message) => entry('in', message)),
    ];
    return messages.sort((one, other) => one.at.getTime() - other.at.getTime());
  }

  async textOf({ direction, id }: Pick<PaymentMessage, 'direction' | 'id'>): Promise<string | undefined> {
    const body = await (direction === 'out' ? this.outbox : this.inbox).body(port, id);
    return body?.toString();
  }

  /** What a message of the bank is, and which payments it names. */
  async sent(messageId: string): Promise<Pick<RefusedMessage, 'type' | 'transactionIds'>> {
    const body = await this.outbox.body(port, messageId);
    if (!body) throw new Error(`${messageId} was never stored`);
    const message = readMessage(body);
    return { type: message.type, transactionIds: transactionsOf(message) };
  }

  /** The returns of a message of the bank; none of another message. */
  async returnsIn(tx: Transaction, messageId: string): Promise<ReturnedPayment[]> {
    const body = await this.outbox.body(port, messageId, tx);
    const message = body && readMessage(body);
    return message?.type === 'pacs.004.001.09' ? message.returns : [];
  }

  backlog(most: number, connection?: Connection): Promise<{ count: number; oldest: Date | null }> {
    return this.outbox.backlog(port, most, connection);
  }

  /** See `PaymentRail.begunAt`. */
  async begunAt(): Promise<Date | undefined> {
    const [came, went] = await Promise.all([this.inbox.firstAt(port), this.outbox.firstAt(port)]);
    return came && went && went < came ? went : (came ?? went);
  }

  /** Other payments may mention the id as their payer's reference: only the transaction's id counts. */
  private async arrivedAt(at: Date, transactionId: string): Promise<string[]> {
    const candidates = await this.inbox.workedOn(port, changing, at, transactionId);
    return candidates
      .filter(({ body }) => transactionsOf(readMessage(body)).includes(transactionId))
      .map(({ id }) => id);
  }
}

const entry = (
  direction: PaymentMessage['direction'],
  { id, type, at, answeredAt }: StoredMessage,
): PaymentMessage => ({ direction, id, type, at, answeredAt });

/** The id of an answer; an answer without a message has none. */
function idOf(answer: Buffer | null): string | undefined {
  if (!answer?.length) return undefined;
  try {
    return readMessage(answer).messageId;
  } catch {
    return undefined;
  }
}

function transactionsOf(message: RailMessage): string[] {
  switch (message.type) {
    case 'pacs.002.001.10':
      return message.statuses.map(({ transactionId }) => transactionId);
    case 'pacs.004.001.09':
      return message.returns.map(({ originalTransactionId }) => originalTransactionId);
    case 'camt.029.001.09':
      return message.answers.map(({ transactionId }) => transactionId);
    case 'pacs.008.001.08':
      return message.transfers.map(({ transactionId }) => transactionId);
    case 'pacs.028.001.03':
      return message.transactions.map(({ transactionId }) => transactionId);
    case 'camt.056.001.08':
      return [message.transactionId];
    default:
      return [];
  }
}
