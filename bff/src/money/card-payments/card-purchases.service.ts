import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { cardReason, cardReasons, type CardReason } from '@bank/contracts/card-reasons';
import {
  type CardPurchase,
  cardPurchaseKinds,
  type CardPurchaseList,
  type CardPurchaseQuery,
} from '@bank/contracts/card-purchases';
import { homeCurrency } from '@bank/contracts/currencies';
import type { Language } from '@bank/contracts/language';
import { cleanMerchantName, merchantCategory } from '@bank/contracts/merchants';
import { toDecimal } from '@bank/contracts/money';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { purchaseStop } from '@bank/contracts/stops';
import { isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import type { RequestContext } from '../../platform/http/request-context';
import { channelsUsed } from '../../ports/card-network/card-network';
import { AccountsService } from '../accounts/accounts.service';
import { purchaseStates } from './purchase';

const shown = `p.account_id = ? AND p.state <> 'new' AND COALESCE(p.reason, '') <> 'challenge'`;
/** Both orders are those of an index, so that a page reads its own rows and those before it. */
const ofAll = {
  from: `FROM card_purchases p FORCE INDEX (card_purchases_account) WHERE ${shown}`,
  order: 'ORDER BY p.created_at DESC, p.id DESC',
};
const ofCard = {
  from: `FROM card_purchases p FORCE INDEX (card_purchases_card) WHERE ${shown} AND p.card_id = ?`,
  order: 'ORDER BY p.id DESC',
};
const byId = { from: `FROM card_purchases p WHERE ${shown} AND p.id = ?`, order: '' };
const countOf = ({ from }: typeof ofAll) =>
  `SELECT COUNT(*) FROM (SELECT 1 ${from} LIMIT ${countedRows + 1}) counted`;
const returned = `FROM card_bookings b WHERE b.purchase_id = p.id AND b.kind <> 'clearing'`;
const selectOf = ({ from, order }: typeof ofAll) => `
  SELECT p.id, p.card_id AS cardId, p.kind, p.channel, p.state, p.code, p.reason, p.currency, p.counted,
    IF(p.kind = 'refund', (SELECT COALESCE(SUM(b.amount), 0) ${returned}), p.amount) AS amount,
    (SELECT COALESCE(SUM(IF(b.kind = 'chargeback_reversal', -b.worth, b.worth)), 0) ${returned}) AS refunded,
    p.merchant_name AS merchantName, p.merchant_city AS merchantCity, p.merchant_country AS merchantCountry,
    p.category, p.created_at AS createdAt
  ${from} ${order} LIMIT ? OFFSET ?`;
const purchaseRow = rowOf({
  id: whole,
  cardId: whole,
  kind: z.enum(cardPurchaseKinds),
  state: z.enum(purchaseStates),
  channel: z.enum(channelsUsed).nullable(),
  reason: z.enum(Object.keys(cardReasons) as [CardReason, ...CardReason[]]).nullable(),
  code: text.nullable(),
  amount: minor,
  currency: text,
  counted: minor,
  refunded: minor,
  merchantName: text,
  merchantCity: text.nullable(),
  merchantCountry: text,
  category: text,
  createdAt: isoMoment,
});

const shownStates = {
  new: 'reversed',
  declined: 'declined',
  held: 'approved',
  booked: 'cleared',
  reversed: 'reversed',
  expired: 'expired',
} as const satisfies Record<(typeof purchaseStates)[number], CardPurchase['state']>;

/** Customers' reads of the use of their cards. */
@Injectable()
export class CardPurchasesService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
  ) {}

  /** One page of the caller's purchases, newest first, declined ones included. */
  list({ actor, language }: RequestContext, query: CardPurchaseQuery): Promise<CardPurchaseList> {
    return this.listOf(actor.userId, language, query);
  }

  /** One of a user's purchases. @throws ApiException NOT_FOUND, also for another customer's. */
  async one(userId: number, id: number, language: Language): Promise<CardPurchase> {
    const [accountId] = await this.accounts.idsOf([userId]);
    const row = await this.database.found(purchaseRow, selectOf(byId), [accountId, id, 1, 0]);
    return toPurchaseDto(row, language);
  }

  /** As `list`, of any user, with the reasons in a language. */
  async listOf(userId: number, language: Language, query: CardPurchaseQuery): Promise<CardPurchaseList> {
    const { page, limit, card_id = null } = query;
    const [accountId] = await this.accounts.idsOf([userId]);
    const values = card_id === null ? [accountId] : [accountId, card_id];
    const which = card_id === null ? ofAll : ofCard;
    const counted = await this.database.count(countOf(which), values);
    const skipped = (page - 1) * limit;
    const rows = await this.database.rows(purchaseRow, selectOf(which), [...values, limit, skipped]);
    return {
      purchases: rows.map((row) => toPurchaseDto(row, language)),
      pagination: paginateCounted(page, limit, counted),
    };
  }
}

function toPurchaseDto(row: z.output<typeof purchaseRow>, language: Language): CardPurchase {
  const purchase = toUnexplained(row, language);
  return { ...purchase, why: purchaseStop(purchase, language) };
}

const toUnexplained = (row: z.output<typeof purchaseRow>, language: Language): CardPurchase => ({
  id: row.id,
  card_id: row.cardId,
  kind: row.kind,
  channel: row.channel,
  state: shownStates[row.state],
  merchant: {
    name: cleanMerchantName(row.merchantName),
    city: row.merchantCity && cleanMerchantName(row.merchantCity),
    country: row.merchantCountry,
    category: merchantCategory(row.category),
    mcc: row.category,
  },
  amount: toDecimal(row.amount, row.currency),
  currency: row.currency,
  account_amount: toDecimal(row.kind === 'refund' ? row.refunded : row.counted, homeCurrency),
  account_currency: homeCurrency,
  refunded: toDecimal(row.refunded, homeCurrency),
  code: row.code,
  reason: row.reason,
  reason_text: row.reason && cardReason(row.reason, language),
  created_at: row.createdAt,
});
