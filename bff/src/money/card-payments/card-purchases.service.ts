import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { cardReason, cardReasons, type CardReason } from '@bank/contracts/card-reasons';
import type { CardPurchase, CardPurchaseList, CardPurchaseQuery } from '@bank/contracts/card-purchases';
import type { Language } from '@bank/contracts/language';
import { cleanMerchantName, merchantCategory } from '@bank/contracts/merchants';
import { toDecimal } from '@bank/contracts/money';
import { paginate } from '@bank/contracts/pagination';
import { isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import type { RequestContext } from '../../platform/http/request-context';
import { purchaseStates } from './purchase';

const from = `
  FROM card_purchases p JOIN accounts a ON a.id = p.account_id
  WHERE a.user_id = ? AND p.state <> 'new' AND COALESCE(p.reason, '') <> 'challenge' AND (? IS NULL OR p.card_id = ?)`;
const select = `
  SELECT p.id, p.card_id AS cardId, p.kind, p.channel, p.state, p.code, p.reason, p.amount, p.currency, p.counted,
    a.currency AS accountCurrency, p.merchant_name AS merchantName, p.merchant_city AS merchantCity,
    p.merchant_country AS merchantCountry, p.category, p.created_at AS createdAt
  ${from} ORDER BY p.created_at DESC, p.id DESC LIMIT ? OFFSET ?`;
const purchaseRow = rowOf({
  ...{
    id: whole,
    cardId: whole,
    kind: z.enum(['purchase', 'cash', 'refund']),
    state: z.enum(purchaseStates),
  },
  channel: z.enum(['online', 'contactless', 'chip', 'stripe']).nullable(),
  reason: z.enum(Object.keys(cardReasons) as [CardReason, ...CardReason[]]).nullable(),
  ...{ code: text.nullable(), amount: minor, currency: text, counted: minor, accountCurrency: text },
  ...{ merchantName: text, merchantCity: text.nullable(), merchantCountry: text, category: text },
  createdAt: isoMoment,
});

const shownStates = {
  ...{ new: 'reversed', declined: 'declined', held: 'approved', booked: 'cleared' },
  ...{ reversed: 'reversed', expired: 'expired' },
} as const satisfies Record<(typeof purchaseStates)[number], CardPurchase['state']>;

/** What customers see of the use of their cards. */
@Injectable()
export class CardPurchasesService {
  constructor(private readonly database: Database) {}

  /** One page of the caller's purchases, newest first, declined ones included. */
  async list({ actor, language }: RequestContext, query: CardPurchaseQuery): Promise<CardPurchaseList> {
    const { page, limit, card_id = null } = query;
    const values = [actor.userId, card_id, card_id];
    const total = await this.database.count(`SELECT COUNT(*) ${from}`, values);
    const skipped = (page - 1) * limit;
    const rows = await this.database.rows(purchaseRow, select, [...values, limit, skipped]);
    return {
      purchases: rows.map((row) => toPurchaseDto(row, language)),
      pagination: paginate(page, limit, total),
    };
  }
}

const toPurchaseDto = (row: z.output<typeof purchaseRow>, language: Language): CardPurchase => ({
  ...{ id: row.id, card_id: row.cardId, kind: row.kind, channel: row.channel, state: shownStates[row.state] },
  merchant: {
    ...{ name: cleanMerchantName(row.merchantName), city: row.merchantCity, country: row.merchantCountry },
    ...{ category: merchantCategory(row.category), mcc: row.category },
  },
  ...{ amount: toDecimal(row.amount, row.currency), currency: row.currency },
  ...{ account_amount: toDecimal(row.counted, row.accountCurrency), account_currency: row.accountCurrency },
  ...{ code: row.code, reason: row.reason, reason_text: row.reason && cardReason(row.reason, language) },
  created_at: row.createdAt,
});
