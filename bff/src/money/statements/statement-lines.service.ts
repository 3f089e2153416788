import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { homeCurrency } from '@bank/contracts/currencies';
import { flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { parisMonthBounds } from '../../platform/time/paris-month';
import { transferKinds } from '../ledger/movement';
import type { Statement, StatementLine } from './statement';

/** Small, so that writing a batch holds up other calls for a few milliseconds. */
const batchSize = 250;

/**
 * A transfer between customers has two entries; the other customer's name is looked up for no other kind. A returned
 * payment and a refunded direct debit reverse their posting.
 */
const nextLines = `
  SELECT e.id, e.amount, e.created_at AS bookedAt, t.kind, t.reference,
    COALESCE(e.description, t.description) AS description,
    COALESCE(p.recipient_name, c.debtor_name, d.creditor_name, CASE WHEN t.kind = 'transfer' THEN (
      SELECT CONCAT_WS(' ', u.first_name, u.last_name) FROM entries o
      JOIN accounts a ON a.id = o.account_id JOIN users u ON u.id = a.user_id
      WHERE o.transfer_id = e.transfer_id AND o.account_id <> e.account_id ORDER BY o.id LIMIT 1) END) AS counterparty,
    COALESCE(p.recipient_account, NULLIF(c.debtor_account, '')) AS counterpartyAccount,
    COALESCE(p.id, c.id, d.id) IS NOT NULL AS isOutside, p.payment_method = 'international_transfer' AS isInternational,
    COALESCE(p.payment_method = 'sepa_instant', c.instant) AS isInstant,
    COALESCE(p.message_id, c.message_id, d.message_id) AS messageId,
    COALESCE(p.end_to_end_id, c.end_to_end_id, d.end_to_end_id) AS endToEndId,
    COALESCE(p.reference, c.transaction_id, d.transaction_id) AS transactionId, d.mandate_reference AS mandateId,
    COALESCE(p.description, c.remittance, d.remittance) AS remittance
  FROM entries e JOIN transfers t ON t.id = e.transfer_id
  LEFT JOIN transfers r ON r.id = t.reverses
  LEFT JOIN payments p ON p.transfer_id = COALESCE(r.reverses, t.reverses, e.transfer_id) AND p.account_id = e.account_id
  LEFT JOIN incoming_credits c ON c.transfer_id = e.transfer_id AND c.kind = 'credit'
  LEFT JOIN direct_debits d ON d.transfer_id = COALESCE(t.reverses, e.transfer_id) AND d.account_id = e.account_id
  WHERE e.account_id = ? AND e.created_at >= ? AND e.created_at < ? AND (e.created_at > ? OR e.id > ?)
  ORDER BY e.created_at, e.id LIMIT ?`;
const lineRow = rowOf({
  id: whole,
  amount: minor,
  bookedAt: moment,
  kind: z.enum(transferKinds),
  reference: text,
  description: text,
  counterparty: text.nullable(),
  counterpartyAccount: text.nullable(),
  isOutside: flag,
  isInternational: flag.nullable(),
  isInstant: flag.nullable(),
  messageId: text.nullable(),
  endToEndId: text.nullable(),
  transactionId: text.nullable(),
  mandateId: text.nullable(),
  remittance: text.nullable(),
});
type LineRow = z.output<typeof lineRow>;

/** Reads the movements of a statement. */
@Injectable()
export class StatementLinesService {
  constructor(private readonly database: Database) {}

  /**
   * The movements of a statement in the order of booking, in batches read on demand.
   * @throws Error at the end when they do not lead to the closing balance.
   */
  async *batches({
    accountId,
    month,
    currency,
    opening,
    closing,
  }: Statement): AsyncGenerator<StatementLine[]> {
    const [from, to] = parisMonthBounds(month);
    let balance = opening;
    let last = { bookedAt: from, id: 0 };
    for (let more = true; more;) {
      const place = [last.bookedAt, to, last.bookedAt, last.id];
      const rows = await this.database.rows(lineRow, nextLines, [accountId, ...place, batchSize]);
      last = rows.at(-1) ?? last;
      more = rows.length === batchSize;
      yield rows.map((row) => {
        balance += row.amount;
        return toLine(row, currency, balance);
      });
    }
    if (balance !== closing) throw new Error(`account ${accountId}: the movements of ${month} do not sum up`);
  }
}

function toLine(row: LineRow, currency: string, balance: bigint): StatementLine {
  const { kind, reference, bookedAt, amount, description, counterparty, counterpartyAccount } = row;
  const { isOutside, messageId, endToEndId, transactionId, mandateId, remittance } = row;
  // SEPA knows euros only: what other banks send in another currency comes over a correspondent bank.
  const isInternational = row.isInternational ?? currency !== homeCurrency;
  const way = isInternational ? 'international' : row.isInstant ? 'instant' : 'sepa';
  return {
    kind,
    reference,
    bookedAt,
    amount,
    balance,
    description,
    counterparty,
    counterpartyAccount,
    outside: isOutside ? { way, messageId, endToEndId, transactionId, mandateId, remittance } : null,
  };
}
