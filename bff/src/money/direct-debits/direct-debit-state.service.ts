import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type DirectDebitState, troubledDebit } from '@bank/contracts/direct-debits';
import { railCounted, railListed } from '@bank/contracts/rail-state';
import { isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { namedAmount } from '../ledger/named-amount';

const counted = ['upcoming', 'held', 'refused', 'returned', 'refunded'] as const;
const troubled = troubledDebit.shape.status.options;

/** By the index of each status, at most one more than is counted. */
const counts = `SELECT ${counted
  .map(
    (status) =>
      `(SELECT COUNT(*) FROM (SELECT 1 FROM direct_debits WHERE status = '${status}' LIMIT ?) s) AS ${status}`,
  )
  .join(', ')}`;
const countsRow = rowOf({ upcoming: whole, held: whole, refused: whole, returned: whole, refunded: whole });

const columns =
  'id, transaction_id, creditor_id, creditor_name, amount, currency, status, reason_code, changed_at';
/** The newest of each status by its index, then the newest of those. */
const latest = `${troubled
  .map(
    (status) =>
      `(SELECT ${columns} FROM direct_debits WHERE status = '${status}' ORDER BY changed_at DESC, id DESC LIMIT ?)`,
  )
  .join(' UNION ALL ')} ORDER BY changed_at DESC, id DESC LIMIT ?`;
const latestRow = rowOf({
  id: whole,
  transaction_id: text,
  creditor_id: text,
  creditor_name: text,
  amount: minor,
  currency: text,
  status: z.enum(troubled),
  reason_code: text.nullable(),
  changed_at: isoMoment,
});

/** The collections that did not end as their creditors wanted, for administrators. */
@Injectable()
export class DirectDebitStateService {
  constructor(private readonly database: Database) {}

  async read(): Promise<DirectDebitState> {
    const [figures, rows] = await Promise.all([
      this.database.one(
        countsRow,
        counts,
        counted.map(() => railCounted + 1),
      ),
      this.database.rows(
        latestRow,
        latest,
        [...troubled, ''].map(() => railListed),
      ),
    ]);
    const shown = rows.map((row) => ({ ...row, amount: namedAmount(row.amount, row.currency) }));
    return { ...figures, latest: shown };
  }
}
