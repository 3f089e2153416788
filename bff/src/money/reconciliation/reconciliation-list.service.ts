import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { currencies, type Currency } from '@bank/contracts/currencies';
import { toDecimal } from '@bank/contracts/money';
import { paginate } from '@bank/contracts/pagination';
import {
  differenceKinds,
  differencesListed,
  type ReconciliationDay,
  type ReconciliationDifference,
  type ReconciliationList,
  type ReconciliationQuery,
} from '@bank/contracts/reconciliation';
import { isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { largestOf } from '../ledger/named-amount';

const days = `
  SELECT DATE_FORMAT(s.day, '%Y-%m-%d') AS day, s.currency, s.message_id, s.closing, s.own_closing, s.state, s.received_at,
    (SELECT COUNT(*) FROM reconciliation_differences d WHERE d.day = s.day AND d.currency = s.currency) AS difference_count
  FROM settlement_statements s WHERE s.in_force IS NOT NULL ORDER BY s.in_force DESC, s.currency = 'EUR' DESC, s.currency LIMIT ? OFFSET ?`;
const dayRow = rowOf({
  day: text,
  currency: z.enum(currencies),
  message_id: text,
  closing: minor,
  own_closing: minor.nullable(),
  state: text,
  received_at: isoMoment,
  difference_count: whole,
});
const differences = `
  SELECT kind, subject, here, there FROM reconciliation_differences WHERE day = ? AND currency = ? ORDER BY id LIMIT ?`;
const differenceRow = rowOf({ kind: z.enum(differenceKinds), subject: text, here: minor, there: minor });

/** The days that were reconciled, for administrators. */
@Injectable()
export class ReconciliationListService {
  constructor(private readonly database: Database) {}

  /** One page of the days that have a statement, newest first, as of one moment. */
  page({ page, limit }: ReconciliationQuery): Promise<ReconciliationList> {
    return this.database.snapshot(async (tx) => {
      const sql = 'SELECT COUNT(*) FROM settlement_statements WHERE in_force IS NOT NULL';
      const total = await tx.count(sql);
      const rows = await tx.rows(dayRow, days, [limit, (page - 1) * limit]);
      const found: ReconciliationDay[] = [];
      for (const row of rows) found.push(await this.dayOf(tx, row));
      return { days: found, pagination: paginate(page, limit, total) };
    });
  }

  private async dayOf(tx: Transaction, row: z.output<typeof dayRow>): Promise<ReconciliationDay> {
    const { day, currency, message_id, received_at, difference_count: count } = row;
    const isDone = row.state === 'done';
    return {
      day,
      currency,
      message_id,
      received_at,
      difference_count: count,
      own_balance: row.own_closing === null ? null : toDecimal(row.own_closing, currency),
      statement_balance: toDecimal(row.closing, currency),
      state: count > 0 ? 'differs' : isDone ? 'reconciled' : 'running',
      differences: count > 0 ? await this.differencesOf(tx, day, currency) : [],
    };
  }

  private async differencesOf(
    tx: Transaction,
    day: string,
    currency: Currency,
  ): Promise<ReconciliationDifference[]> {
    const rows = await tx.rows(differenceRow, differences, [day, currency, differencesListed]);
    return rows.map(({ here, there, ...rest }) => {
      return { ...rest, here: shown(here, currency), there: shown(there, currency) };
    });
  }
}

/** A sum over several statements may be more than an amount of the API has, and is then shown as the most that it has. */
function shown(minor: bigint, currency: Currency): number {
  const most = largestOf(currency);
  return toDecimal(minor > most ? most : minor < -most ? -most : minor, currency);
}
