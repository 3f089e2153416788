import type { CardMessageName } from '@bank/contracts/rails/cards';
import type { RailKey } from '@bank/contracts/rails/signature';
import { businessDay } from '../accounts/entries';
import type { Database, Sql } from '../database/database';
import { pauseAfter, Rounds } from '../messages/rounds';
import { cutOff, wrongKey } from '../misbehaviour/distortions';
import type { Misbehaviour } from '../misbehaviour/misbehaviour';
import { type BankAnswer, sendToBank } from './bank-calls';
import type { CardMessage } from './card-messages';

/** The time-outs of an authorization, and of a message that is repeated, ms. */
const authorizationMs = 5_000;
const answerMs = 20_000;
const atOnce = 16;

interface Queued {
  reference: string;
  name: CardMessageName;
  payment: string;
  moves: bigint;
  currency: string | null;
  body: string;
  attempts: number;
}

/** Applies the bank's answer to a message, in the transaction that marks it as answered. */
export type Settle = (
  sql: Sql,
  message: Pick<Queued, 'name' | 'payment' | 'moves'>,
  answer: BankAnswer,
) => Promise<void>;

/** Sends the network's stored messages until each is answered, with the same reference at every try. */
export class CardSender {
  readonly rounds = new Rounds(() => this.sendDue());
  private readonly busy = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly bank: { url: string; key: RailKey },
    private readonly misbehaviour: Misbehaviour,
    private readonly now: () => Date,
    private readonly settle: Settle,
  ) {}

  /** Stores a message in the transaction that needs it sent. */
  async enqueue(sql: Sql, { reference, name, payment, moves, body }: CardMessage): Promise<void> {
    const at = this.now();
    await sql.insert('card_messages', [
      { reference, name, payment, moves, body, state: 'queued', next_at: at, created_at: at },
    ]);
  }

  /** Asks once and waits for the answer; undefined without one in time. A question is never queued. */
  async ask(message: CardMessage): Promise<BankAnswer | undefined> {
    try {
      const faults = this.misbehaviour.draw();
      const answer = await this.post(message, authorizationMs);
      if (faults.has('twice')) await this.post(message, authorizationMs);
      return answer;
    } catch {
      return undefined;
    }
  }

  private async sendDue(): Promise<void> {
    const isMixed = this.misbehaviour.draw().has('out_of_order');
    const [order, when] = isMixed ? ['DESC', 'TRUE OR m.next_at <= ?'] : ['ASC', 'm.next_at <= ?'];
    const due = await this.database.rows<Queued>(
      `SELECT m.reference, m.name, m.payment, m.moves, p.currency, m.body, m.attempts FROM card_messages m
       LEFT JOIN card_payments p ON p.reference = m.payment
       WHERE m.state = 'queued' AND (${when}) ORDER BY m.id ${order} LIMIT 200`,
      [this.now()],
    );
    const free = due.filter(({ reference }) => !this.busy.has(reference));
    await Promise.all(free.slice(0, atOnce - this.busy.size).map((each) => this.sendOne(each)));
  }

  private async sendOne(message: Queued): Promise<void> {
    this.busy.add(message.reference);
    try {
      const faults = this.misbehaviour.draw();
      const ignored = () => undefined;
      if (faults.has('wrong_signature'))
        await this.post(message, answerMs, wrongKey(this.bank.key)).catch(ignored);
      if (faults.has('malformed')) {
        await this.post({ ...message, body: cutOff(message.body) }, answerMs).catch(ignored);
      }
      const answer = await this.post(message, answerMs);
      if (faults.has('twice')) await this.post(message, answerMs).catch(ignored);
      await this.done(message, answer);
    } catch (error) {
      await this.postpone(message, (error as Error).message);
    } finally {
      this.busy.delete(message.reference);
    }
  }

  private post(
    message: Pick<Queued, 'name' | 'body'>,
    waitMs: number,
    key = this.bank.key,
  ): Promise<BankAnswer> {
    const { stopping } = this.rounds;
    return sendToBank({ ...this.bank, key }, message, waitMs, { now: this.now, stopping });
  }

  /** Marks a message as answered, and books the accepted amount once, however often it was sent. */
  private async done(message: Queued, answer: BankAnswer): Promise<void> {
    const { reference, moves, currency } = message;
    const at = this.now();
    await this.database.transaction(async (sql) => {
      const marked = await sql.write(
        `UPDATE card_messages SET state = 'answered', status = ?, code = ?, done_at = ?
         WHERE reference = ? AND state = 'queued'`,
        [
          answer.status,
          answer.code ?? (answer.agrees === undefined ? null : answer.agrees ? 'MT' : 'NM'),
          at,
          reference,
        ],
      );
      if (marked === 0) return;
      if (answer.code === '00' && moves !== 0n) {
        const day = dayOf(message.body) ?? businessDay(at);
        await sql.insert('card_settlements', [{ reference, day, currency, amount: moves }], { once: true });
      }
      await this.settle(sql, message, answer);
    });
  }

  private async postpone({ reference, attempts }: Queued, fault: string): Promise<void> {
    await this.database.write(
      'UPDATE card_messages SET attempts = attempts + 1, next_at = ?, fault = ? WHERE reference = ?',
      [new Date(this.now().getTime() + pauseAfter(attempts)), fault.slice(0, 120), reference],
    );
  }
}

/** The settlement day that a message names. */
const dayOf = (body: string): string | undefined => /"SttlmDt":"(\d{4}-\d\d-\d\d)"/.exec(body)?.[1];
