import { randomUUID } from 'node:crypto';
import { businessDay } from '../accounts/entries';
import type { Database, Sql } from '../database/database';
import { PlayError } from '../play/play';
import type { CardActionRequest, CardPaymentRequest } from './card-requests';
import type { BankAnswer } from './bank-calls';
import type { CardMessage, CardMessages } from './card-messages';
import {
  type CardPayment,
  cardPaymentOf,
  challengedPayments,
  lockedPayment,
  settledOn,
} from './card-payments';
import type { CardSender } from './card-sender';
import { shopOf } from './shops';

/** As long as a challenge of the bank lives, ms. */
const challengeMs = 300_000;

/** Uses cards in shops, online and at machines, and clears, reverses, refunds or charges back. */
export class PlayCards {
  constructor(
    private readonly database: Database,
    private readonly messages: CardMessages,
    private readonly sender: CardSender,
    private readonly now: () => Date,
    private readonly changed: () => void,
  ) {}

  /** Pays or withdraws: the bank is asked at once. Without its answer, the payment is reversed. */
  async pay(request: CardPaymentRequest): Promise<CardPayment> {
    const { number, expiry, code, pin, shop, amount, currency, mode, clears } = request;
    const reference = `P${randomUUID().replaceAll('-', '')}`;
    const card = { PAN: number, XpryDt: expiry, ...(code && { CSC: code }), ...(pin && { PIN: pin }) };
    const row = {
      reference,
      shop,
      mode: mode ?? shopOf(shop).mode,
      amount,
      currency: currency ?? shopOf(shop).currency,
      card: this.messages.seal(reference, card),
      state: 'asked',
      clears: clears ? 1 : 0,
      created_at: this.now(),
    };
    await this.database.insert('card_payments', [row]);
    return this.ask(reference);
  }

  /** Asks again about a payment whose holder was asked. @throws PlayError. */
  async askAgain(reference: string): Promise<CardPayment> {
    const payment = await this.known(this.database, reference);
    if (payment.state !== 'challenged') throw new PlayError('DECIDED');
    return this.ask(reference);
  }

  /** Asks again about all of them. */
  async askChallenged(): Promise<void> {
    const since = new Date(this.now().getTime() - challengeMs);
    for (const { reference } of await challengedPayments(this.database, since)) await this.ask(reference);
  }

  /** Clears a payment, in whole or in part, even without an approval. @throws PlayError. */
  clear(reference: string, { amount, isFinal = true }: CardActionRequest): Promise<CardPayment> {
    return this.follow(reference, (payment, content) =>
      this.messages.clearing({ ...content, amount: amount ?? payment.amount - payment.cleared }, isFinal),
    );
  }

  /** Frees a payment that will not be cleared, or a part of it. @throws PlayError. */
  reverse(reference: string, { amount }: CardActionRequest): Promise<CardPayment> {
    return this.follow(reference, (payment, content) =>
      this.messages.reversal({ ...content, amount: amount ?? payment.amount }, amount === undefined),
    );
  }

  /** Gives money back. @throws PlayError. */
  refund(reference: string, { amount }: CardActionRequest): Promise<CardPayment> {
    return this.follow(reference, (payment, content) =>
      this.messages.refund({ ...content, amount: amount ?? payment.cleared - payment.refunded }),
    );
  }

  /** Charges a payment back, or takes that again. @throws PlayError. */
  chargeBack(reference: string, { amount, isReversal = false }: CardActionRequest): Promise<CardPayment> {
    return this.follow(reference, (payment, content) => {
      const most = isReversal ? payment.charged_back : payment.cleared - payment.charged_back;
      return this.messages.chargeback({ ...content, amount: amount ?? most }, isReversal);
    });
  }

  /** Sends the sums of a settlement day. */
  async reconcile(day = businessDay(this.now())): Promise<{ reference: string }> {
    const message = this.messages.reconciliation(day, await settledOn(this.database, day), this.now());
    await this.database.transaction((sql) => this.sender.enqueue(sql, message));
    this.sender.rounds.kick();
    return { reference: message.reference };
  }

  /** Books the accepted amount on the payment; called in the transaction that marks the message as answered. */
  async settle(
    sql: Sql,
    { name, payment: reference, moves }: Pick<CardMessage, 'name' | 'payment' | 'moves'>,
    { code }: BankAnswer,
  ): Promise<void> {
    if (code !== '00') return;
    const moved = moves < 0n ? -moves : moves;
    const changes: Partial<Record<typeof name, [set: string, ...values: bigint[]]>> = {
      clearings: [`state = 'cleared', cleared = cleared + ?`, moved],
      refunds: ['refunded = refunded + ?', moved],
      chargebacks: ['charged_back = charged_back + ?', -moves],
      reversals: [`state = IF(state IN ('approved', 'unanswered'), 'reversed', state)`],
    };
    const [set, ...values] = changes[name] ?? [];
    if (!set) return;
    await sql.write(`UPDATE card_payments SET ${set} WHERE reference = ?`, [...values, reference]);
    this.changed();
  }

  private async ask(reference: string): Promise<CardPayment> {
    const payment = await this.known(this.database, reference);
    const message = this.messages.authorization(payment, this.now());
    const answer = await this.sender.ask(message);
    await this.database.transaction((sql) => this.decide(sql, reference, message.reference, answer));
    this.sender.rounds.kick();
    this.changed();
    return this.known(this.database, reference);
  }

  private async decide(
    sql: Sql,
    reference: string,
    asked: string,
    answer: BankAnswer | undefined,
  ): Promise<void> {
    const payment = await lockedPayment(sql, reference);
    if (!payment || !['asked', 'challenged'].includes(payment.state)) return;
    const state = stateOf(answer);
    await sql.write(
      `UPDATE card_payments SET state = ?, code = ?, challenge_id = COALESCE(?, challenge_id),
         approved_reference = IF(? IN ('approved', 'unanswered'), ?, approved_reference) WHERE reference = ?`,
      [state, answer?.code ?? null, answer?.challengeId ?? null, state, asked, reference],
    );
    const at = this.now();
    const content = {
      payment: { ...payment, approved_reference: asked },
      amount: payment.amount,
      at,
      day: businessDay(at),
    };
    if (state === 'unanswered') await this.sender.enqueue(sql, this.messages.reversal(content, true));
    if (state === 'approved' && payment.clears === 1) {
      await this.sender.enqueue(sql, this.messages.clearing(content, true));
    }
  }

  private async follow(
    reference: string,
    write: (payment: CardPayment, content: { payment: CardPayment; at: Date; day: string }) => CardMessage,
  ): Promise<CardPayment> {
    const payment = await this.known(this.database, reference);
    const at = this.now();
    const message = write(payment, { payment, at, day: businessDay(at) });
    // Everything is cleared, or given back, already.
    if (message.name !== 'reversals' && message.moves === 0n) throw new PlayError('DECIDED');
    await this.database.transaction((sql) => this.sender.enqueue(sql, message));
    this.sender.rounds.kick();
    return payment;
  }

  private async known(sql: Sql, reference: string): Promise<CardPayment> {
    const payment = await cardPaymentOf(sql, reference);
    if (!payment) throw new PlayError('NO_SUCH_PAYMENT');
    return payment;
  }
}

function stateOf(answer: BankAnswer | undefined): CardPayment['state'] {
  if (!answer) return 'unanswered';
  if (answer.code === '00') return 'approved';
  return answer.challengeId ? 'challenged' : 'declined';
}
