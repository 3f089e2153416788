import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { cleanMerchantName, merchantCategory } from '@bank/contracts/merchants';
import { toDecimal } from '@bank/contracts/money';
import type { TransactionDetail } from '@bank/contracts/transaction-details';
import { shortName } from '../../people/users/short-name';
import { minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { maskedNumber } from '../cards/card-number';
import { accountsOfUser } from './transactions.sql';
import { TransactionsService } from './transactions.service';

const purchase = `
  SELECT b.amount, b.currency, p.merchant_name AS name, p.merchant_city AS city, p.merchant_country AS country, p.category,
    c.id AS cardId, c.last_four AS lastFour
  FROM entries e JOIN card_bookings b ON b.transfer_id = e.transfer_id JOIN card_purchases p ON p.id = b.purchase_id
    JOIN cards c ON c.id = p.card_id
  WHERE e.id = ? AND e.account_id IN (${accountsOfUser})`;
const purchaseRow = rowOf({
  amount: minor,
  currency: text,
  name: text,
  city: text.nullable(),
  country: text,
  category: text,
  cardId: whole,
  lastFour: text,
});

const counterparty = `
  SELECT u.id, u.first_name AS given, u.last_name AS family
  FROM entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind = 'transfer'
    JOIN entries o ON o.transfer_id = e.transfer_id AND o.account_id <> e.account_id
    JOIN accounts a ON a.id = o.account_id JOIN users u ON u.id = a.user_id AND u.deleted_at IS NULL
  WHERE e.id = ? AND e.account_id IN (${accountsOfUser}) AND a.user_id <> ? LIMIT 1`;
const counterpartyRow = rowOf({ id: whole, given: text, family: text });

/** The details of one movement for its customer, beside its row of the list. */
@Injectable()
export class TransactionDetailsService {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionsService,
  ) {}

  /**
   * Which card paid and where, and who is on the other side of a transfer between customers.
   * @throws ApiException NOT_FOUND when there is no such movement, or it belongs to another user.
   */
  async of(userId: number, id: number): Promise<TransactionDetail> {
    const { payment_id: paymentId } = await this.transactions.one(userId, id);
    // A payment to another bank has its own call.
    if (paymentId !== null) return { purchase: null, counterparty: null };
    const own = [id / 2, userId];
    const [paid, other] = await Promise.all([
      this.database.row(purchaseRow, purchase, own),
      this.database.row(counterpartyRow, counterparty, [...own, userId]),
    ]);
    return {
      purchase: paid ? toPurchaseDto(paid) : null,
      counterparty: other ? { recipient_id: other.id, name: shortName(other) } : null,
    };
  }
}

const toPurchaseDto = ({
  amount,
  currency,
  name,
  city,
  country,
  category,
  cardId,
  lastFour,
}: z.output<typeof purchaseRow>) => ({
  merchant: {
    name: cleanMerchantName(name),
    city,
    country,
    category: merchantCategory(category),
    mcc: category,
  },
  amount: toDecimal(amount, currency),
  currency,
  card: { id: cardId, card_number: maskedNumber(lastFour) },
});
