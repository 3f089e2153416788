import { type RailMessage, readMessage, UnknownMessageError } from '@bank/contracts/rails/messages';
import { XmlError } from '@bank/contracts/rails/xml';
import type { Sql } from '../database/database';
import { type Answer, answerWith, taken } from '../messages/answer';
import type { Inbox } from '../messages/inbox';
import { type Delays, receiveTransfers } from './credit-transfers';
import { applyReport } from './outcomes';
import { receiveRecall } from './recalls';
import { refusalOf } from './reports';
import { receiveReturns } from './returns';
import { answerStatusRequest } from './status-requests';

/** The SEPA clearing house between the bank and the made-up banks of the world. */
export class ClearingHouse {
  constructor(
    private readonly inbox: Inbox,
    private readonly now: () => Date,
    private readonly delays: Delays,
  ) {}

  /** The answer to the body of a message whose signature is verified. Bookings and answer are one transaction. */
  async receive(body: Uint8Array): Promise<Answer> {
    const message = read(body);
    if (typeof message === 'string') return this.inbox.refuse(body, message, 400);
    const { messageId, type } = message;
    return this.inbox.answer({ messageId, type, body }, (sql) => this.work(sql, message));
  }

  private async work(sql: Sql, message: RailMessage): Promise<Answer> {
    const at = this.now();
    switch (message.type) {
      case 'pacs.008.001.08':
        return receiveTransfers(sql, message, at, this.delays);
      case 'pacs.028.001.03':
        return answerStatusRequest(sql, message, at);
      case 'camt.056.001.08':
        return receiveRecall(sql, message, at);
      case 'pacs.004.001.09':
        return receiveReturns(sql, message, at);
      case 'pacs.002.001.10':
        await applyReport(sql, message, at);
        return taken;
      default:
        // FF01: a type of message that a bank does not send here.
        return { ...answerWith(refusalOf(message, 'FF01', at)), status: 422 };
    }
  }
}

/** The message, or why it is none. */
function read(body: Uint8Array): RailMessage | string {
  try {
    const message = readMessage(body);
    return idsOf(message).every(isId) ? message : 'An id is not 1 to 35 characters of ASCII.';
  } catch (error) {
    if (error instanceof XmlError || error instanceof UnknownMessageError) return error.message;
    throw error;
  }
}

/** The ids that are stored, which the schemas limit to 35 characters. */
function idsOf(message: RailMessage): string[] {
  const { messageId } = message;
  switch (message.type) {
    case 'pacs.008.001.08':
      return [
        messageId,
        ...message.transfers.flatMap((each) => [each.transactionId, each.endToEndId]),
        ...message.transfers.map(({ debtor }) => debtor.account),
      ];
    case 'pacs.028.001.03':
      return [
        messageId,
        message.originalMessageId,
        ...message.transactions.flatMap((each) => [each.transactionId, each.endToEndId ?? '-']),
      ];
    case 'camt.056.001.08':
      return [messageId, message.recallId, message.transactionId];
    case 'pacs.004.001.09':
      return [messageId, ...message.returns.map(({ returnId }) => returnId)];
    default:
      return [messageId];
  }
}

const isId = (text: string) => /^[\x20-\x7e]{1,35}$/.test(text);
