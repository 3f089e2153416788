import { pastPurchasePrefix } from '@bank/contracts/demo';
import { chargebackInitiation, type ChargebackResponse } from '@bank/contracts/rails/cards';
import { businessDay } from '../accounts/entries';
import type { Database, Sql } from '../database/database';
import { jsonOf } from '../http/json';
import { type Answer, refused } from '../messages/answer';
import { type CardPayment, lockedPaymentNamed } from './card-payments';
import type { CardMessages } from './card-messages';
import type { CardSender } from './card-sender';
import { shops } from './shops';

type Result = ChargebackResponse['PrcgRslt']['Rslt'];

interface Asked {
  id: string;
  amount: bigint;
  currency: string;
  reason: string;
}

const setting = 'shops_prove_purchases';
/** Of a purchase that the network has no card of. */
const unknownCard = { PAN: '0000000000000000', XpryDt: '2000-01' };

/** Requests of the bank for the money of its holders, which shops accept or answer with a proof of the purchase. */
export class ChargebackRequests {
  constructor(
    private readonly database: Database,
    private readonly messages: CardMessages,
    private readonly sender: CardSender,
    private readonly now: () => Date,
  ) {}

  /** Whether shops prove purchases that are disputed; otherwise they give the money back. */
  async areProved(): Promise<boolean> {
    const sql = 'SELECT value FROM settings WHERE name = ?';
    return (await this.database.row<{ value: string }>(sql, [setting]))?.value === 'yes';
  }

  /** Sets whether they do. */
  async setProved(isProved: boolean): Promise<void> {
    await this.database.write(
      'INSERT INTO settings (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE value = VALUES(value)',
      [setting, isProved ? 'yes' : 'no'],
    );
  }

  /** Answers a request, once by its id; an accepted one is followed by a chargeback. */
  async receive(body: Buffer): Promise<Answer> {
    const read = chargebackInitiation.safeParse(jsonOf(body));
    if (!read.success)
      return refused(400, 'A request for a chargeback needs a purchase, an amount and a reason.');
    const { TxId, OrgnlDataElmts, TxAmt, Rsn } = read.data.Tx;
    const asked = { id: TxId.RtrvlRefNb, amount: TxAmt.minor, currency: TxAmt.currency, reason: Rsn };
    const isProved = await this.areProved();
    const result = await this.database.transaction((sql) =>
      this.decide(sql, asked, OrgnlDataElmts.RtrvlRefNb, isProved),
    );
    if (!result) return refused(409, 'Another request has this id.');
    this.sender.rounds.kick();
    const answer: ChargebackResponse = { Tx: { TxId }, PrcgRslt: { Rslt: result } };
    return { status: 200, body: JSON.stringify(answer) };
  }

  /** The payment's lock makes repeated requests wait for each other. */
  private async decide(
    sql: Sql,
    asked: Asked,
    original: string,
    isProved: boolean,
  ): Promise<Result | undefined> {
    const payment = (await lockedPaymentNamed(sql, original)) ?? (await this.past(sql, original, asked));
    const stored = await sql.row<{ amount: bigint; result: Result }>(
      'SELECT amount, result FROM chargeback_requests WHERE id = ? FOR UPDATE',
      [asked.id],
    );
    if (stored) return stored.amount === asked.amount ? stored.result : undefined;
    const result = resultOf(asked, payment, isProved);
    const at = this.now();
    await sql.insert('chargeback_requests', [{ ...asked, payment: payment?.reference ?? null, result, at }]);
    if (payment && result === 'ACCP') {
      const content = { payment, amount: asked.amount, at, day: businessDay(at) };
      await this.sender.enqueue(sql, this.messages.requested(content, asked.id));
    }
    return result;
  }

  /** A purchase of the demonstration's past, which the bank alone has: it is taken over as the bank names it. */
  private async past(sql: Sql, reference: string, asked: Asked): Promise<CardPayment | undefined> {
    if (!reference.startsWith(pastPurchasePrefix)) return undefined;
    const { amount, currency } = asked;
    const card = this.messages.seal(reference, unknownCard);
    const row = { reference, shop: shops[0]?.id, mode: 'CICC', amount, currency, card, state: 'cleared' };
    await sql.insert('card_payments', [{ ...row, cleared: amount, clears: 1, created_at: this.now() }]);
    return lockedPaymentNamed(sql, reference);
  }
}

function resultOf({ amount, currency }: Asked, payment: CardPayment | undefined, isProved: boolean): Result {
  const left = payment ? payment.cleared - payment.charged_back - payment.refunded : 0n;
  if (!payment || payment.currency !== currency || amount > left) return 'RJCT';
  return isProved ? 'RPRS' : 'ACCP';
}
