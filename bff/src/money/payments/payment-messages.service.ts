import { Injectable } from '@nestjs/common';
import type { PaymentMessage, PaymentMessageParameters, PaymentMessageText } from '@bank/contracts/payments';
import { moment, rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { PaymentRail, type PaymentTrace } from '../../ports/payment-rail/payment-rail';

/** Records a question or a recall that was sent about a payment. */
export const recordMessage = 'INSERT INTO payment_messages (payment_id, message_id) VALUES (?, ?)';

const payment = `
  SELECT reference, message_id AS messageId, recall_answered_at AS recallAnsweredAt FROM payments WHERE id = ?`;
const paymentRow = rowOf({
  reference: text,
  messageId: text.nullable(),
  recallAnsweredAt: moment.nullable(),
});
const others = 'SELECT message_id AS id FROM payment_messages WHERE payment_id = ?';
const otherRow = rowOf({ id: text });
/** The stages that a message of the clearing house leads to. */
const changes = `
  SELECT at FROM payment_stages WHERE payment_id = ? AND stage IN ('settled', 'rejected', 'returned')`;
const changeRow = rowOf({ at: moment });

/** The messages with the clearing house about a payment, for its review. */
@Injectable()
export class PaymentMessagesService {
  constructor(
    private readonly database: Database,
    private readonly rail: PaymentRail,
  ) {}

  /** Oldest first. @throws ApiException NOT_FOUND. */
  async list(id: number): Promise<PaymentMessage[]> {
    const messages = await this.rail.messagesOf(await this.traceOf(id));
    return messages.map(({ direction, type, id: message_id, at, answeredAt }) => ({
      direction,
      type,
      message_id,
      at: at.toISOString(),
      answered_at: answeredAt?.toISOString() ?? null,
    }));
  }

  /** A message as it was sent or received. @throws ApiException NOT_FOUND, also for a message of another payment. */
  async one({ id, direction, message_id }: PaymentMessageParameters): Promise<PaymentMessageText> {
    const messages = await this.list(id);
    const found = messages.find((each) => each.direction === direction && each.message_id === message_id);
    if (!found) throw new ApiException('NOT_FOUND');
    const xml = await this.rail.textOf({ direction, id: message_id });
    if (xml === undefined) throw new ApiException('NOT_FOUND');
    return { ...found, xml };
  }

  private async traceOf(id: number): Promise<PaymentTrace> {
    const { reference, messageId, recallAnsweredAt } = await this.database.found(paymentRow, payment, [id]);
    const sent = await this.database.rows(otherRow, others, [id]);
    const changed = await this.database.rows(changeRow, changes, [id]);
    return {
      transactionId: reference,
      sent: [...(messageId === null ? [] : [messageId]), ...sent.map((row) => row.id)],
      changedAt: [...changed.map(({ at }) => at), ...(recallAnsweredAt ? [recallAnsweredAt] : [])],
    };
  }
}
