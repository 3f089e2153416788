import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { currencies, type Currency, decimalText } from '@bank/contracts/currencies';
import type { Exchanged } from '@bank/contracts/exchange';
import type { ExchangeAmounts } from '@bank/contracts/exchange-amounts';
import { toDecimal } from '@bank/contracts/money';
import { exchangeWords, markupWords } from '@bank/contracts/movements';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { isCheckViolation } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { exchangeIncomeOf, positionOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import type { Leg, Posting } from '../ledger/movement';

/** By the clock of the database, as its time was set (`QuotesService`). */
const lockQuote = `
  SELECT sell_currency AS sellCurrency, buy_currency AS buyCurrency, sell_amount AS sell, buy_amount AS buy, worth,
    expires_at <= UTC_TIMESTAMP(3) AS isExpired, used_at AS usedAt
  FROM exchange_quotes WHERE id = ? AND user_id = ? FOR UPDATE`;
const quoteRow = rowOf({
  sellCurrency: z.enum(currencies),
  buyCurrency: z.enum(currencies),
  sell: minor,
  buy: minor,
  worth: minor,
  isExpired: flag,
  usedAt: moment.nullable(),
});
const markUsed =
  'UPDATE exchange_quotes SET used_at = UTC_TIMESTAMP(3), transfer_id = ? WHERE id = ? AND used_at IS NULL';
const ofAnother = 'SELECT 1 FROM exchange_quotes WHERE id = ?';
const openAccounts = `
  SELECT id, currency FROM accounts WHERE user_id = ? AND currency IN (?) AND closed_at IS NULL`;
const accountRow = rowOf({ id: whole, currency: text });

/** An exchange between two accounts of a customer. */
export interface Exchange extends ExchangeAmounts {
  sellCurrency: Currency;
  buyCurrency: Currency;
}

/** The person who exchanges and their request; `requestId` is null for the bank itself. */
type By = { userId: number; requestId: string | null };

/** Changes money between a customer's accounts. */
@Injectable()
export class ExchangesService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly idempotency: Idempotency,
    private readonly notifications: NotificationsService,
  ) {}

  /**
   * Exchanges money as quoted to the caller, once. Only money that the account has is exchanged, not its overdraft.
   * @throws ApiException NOT_FOUND, also for another user's quote; QUOTE_USED, QUOTE_EXPIRED; what `book` throws.
   */
  async use(context: RequestContext, quoteId: number): Promise<Exchanged> {
    const { userId } = context.actor;
    return this.idempotency.once(context.idempotency, async (tx) => {
      const quote = await tx.row(quoteRow, lockQuote, [quoteId, userId]);
      if (!quote) {
        throw new ApiException('NOT_FOUND', {
          isOfAnother: await tx.exists(ofAnother, [quoteId]),
        });
      }
      if (quote.usedAt) throw new ApiException('QUOTE_USED');
      if (quote.isExpired) throw new ApiException('QUOTE_EXPIRED');
      const { transferId, reference } = await this.book(tx, quote, { userId, requestId: context.requestId });
      await tx.write(markUsed, [transferId, quoteId]);
      this.notify(tx, userId, quote, reference);
      return toExchangedDto(quote, reference);
    });
  }

  /**
   * Books an exchange in the caller's transaction.
   * @throws ApiException ACCOUNT_MISSING when one of the accounts is not open, INSUFFICIENT_FUNDS, AMOUNT_OUT_OF_RANGE.
   */
  async book(tx: Transaction, exchange: Exchange, { userId, requestId }: By): Promise<Posting> {
    const { sellCurrency, buyCurrency, sell } = exchange;
    const open = await tx.rows(accountRow, openAccounts, [userId, [sellCurrency, buyCurrency]]);
    const idOf = (wanted: Currency) => open.find(({ currency }) => currency === wanted)?.id;
    const [from, to] = [idOf(sellCurrency), idOf(buyCurrency)];
    if (from === undefined || to === undefined) throw new ApiException('ACCOUNT_MISSING');
    const legs = legsOf(exchange, from, to);
    const locked = await this.ledger.lock(
      tx,
      legs.map(({ accountId }) => accountId),
    );
    const account = locked.get(from);
    if (!account || account.balance - account.held < sell) throw new ApiException('INSUFFICIENT_FUNDS');
    const movement = {
      kind: 'exchange' as const,
      description: exchangeWords(sellCurrency, buyCurrency),
      legs,
      createdBy: userId,
      requestId,
    };
    return this.ledger.append(tx, locked, movement).catch((error: unknown) => {
      // Closed since it was looked up.
      throw isCheckViolation(error, 'accounts_closed') ? new ApiException('ACCOUNT_MISSING') : error;
    });
  }

  private notify(tx: Transaction, userId: number, exchange: Exchange, reference: string): void {
    const { sellCurrency, buyCurrency, sell, buy } = exchange;
    this.notifications.notify(tx, userId, {
      type: 'transaction',
      key: 'exchanged',
      values: {
        sell: decimalText(sell, sellCurrency),
        sell_currency: sellCurrency,
        buy: decimalText(buy, buyCurrency),
        buy_currency: buyCurrency,
        reference,
      },
    });
  }
}

/** The markup is an entry of its own; an exchange of few cents may have none. */
function legsOf({ sellCurrency, buyCurrency, sell, buy, worth }: Exchange, from: number, to: number): Leg[] {
  const markup = worth - buy;
  const income = { accountId: exchangeIncomeOf(buyCurrency), amount: markup, description: markupWords };
  return [
    { accountId: from, amount: -sell },
    { accountId: positionOf(sellCurrency), amount: sell },
    { accountId: positionOf(buyCurrency), amount: -worth },
    ...(markup > 0n ? [income] : []),
    { accountId: to, amount: buy },
  ];
}

const toExchangedDto = (
  { sellCurrency, buyCurrency, sell, buy }: Exchange,
  reference: string,
): Exchanged => ({
  success: true,
  reference,
  sell: { amount: toDecimal(sell, sellCurrency), currency: sellCurrency },
  buy: { amount: toDecimal(buy, buyCurrency), currency: buyCurrency },
});
