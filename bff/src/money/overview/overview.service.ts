import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { addDays } from '@bank/contracts/days';
import { toDecimal } from '@bank/contracts/money';
import { type FirstStep, recentTransactions, type Overview } from '@bank/contracts/overview';
import { Clock } from '../../platform/time/clock.service';
import { flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { approvedSince, isApproved } from '../../people/users/validity';
import { reservedColumns, reservedOf, reservedRow } from '../ledger/reserved';
import { incomeDays, incomeOf, leastIncome, mostCredits } from './income';
import { TransactionsService } from '../transactions/transactions.service';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';

/** As in the list of transactions, payments are counted in their own table instead of their postings. */
const figures = `
  SELECT a.id, a.balance, ${reservedColumns}, a.currency, a.iban,
    (SELECT ${isApproved('u')} FROM users u WHERE u.id = a.user_id) AS approved,
    EXISTS (SELECT 1 FROM entries e WHERE e.account_id = a.id) AS hasMoney,
    EXISTS (SELECT 1 FROM cards c WHERE c.account_id = a.id) AS hasCard,
    EXISTS (SELECT 1 FROM kyc_submissions s WHERE s.user_id = a.user_id) OR
    (SELECT u.kyc_status <> 'pending' FROM users u WHERE u.id = a.user_id) AS hasIdentity,
    (SELECT COUNT(*) FROM cards c
      WHERE c.account_id = a.id AND c.status = 'active' AND c.expiry_date >= ?) AS activeCards,
    (SELECT COUNT(*) FROM entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind <> 'payment'
      WHERE e.account_id = a.id AND e.created_at >= ?) +
    (SELECT COUNT(*) FROM payments p WHERE p.account_id = a.id AND p.created_at >= ?) AS transactionsThisMonth,
    (SELECT COUNT(*) FROM payments p WHERE p.account_id = a.id AND p.status = 'pending') AS pendingTransfers
  FROM accounts a WHERE a.user_id = ? AND a.currency = 'EUR'`;

const figuresRow = rowOf({
  ...reservedRow,
  id: whole,
  balance: minor,
  currency: text,
  iban: text,
  approved: flag.nullable(),
  hasMoney: flag,
  hasCard: flag,
  hasIdentity: flag,
  activeCards: whole,
  transactionsThisMonth: whole,
  pendingTransfers: whole,
});
const figuresRows = figuresRow.array();

const credits = `
  SELECT COALESCE(e.description, t.description) AS description, e.amount, e.created_at AS at FROM entries e JOIN transfers t ON t.id = e.transfer_id
  WHERE e.account_id = ? AND e.created_at >= ? AND e.amount >= ? AND t.kind IN ('transfer', 'credit')
  ORDER BY e.created_at DESC, e.id DESC LIMIT ?`;
const creditRow = rowOf({ description: text, amount: minor, at: moment });

type Done = Pick<z.infer<typeof figuresRow>, 'hasMoney' | 'hasCard' | 'hasIdentity'>;

/** The first steps that are still to do. Each is done by something that stays, so that none comes back. */
const stepsOf = ({ hasMoney, hasCard, hasIdentity }: Done): FirstStep[] => [
  ...(hasMoney ? [] : (['money'] as const)),
  ...(hasCard ? [] : (['card'] as const)),
  ...(hasIdentity ? [] : (['identity'] as const)),
];

@Injectable()
export class OverviewService {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The figures of a customer's overview and their newest transactions, as of one moment.
   * @throws ApiException NOT_FOUND when the user has no account.
   */
  of(userId: number): Promise<Overview> {
    const now = this.clock.now();
    const today = parisDay(now);
    const month = startOfParisDay(`${today.slice(0, 7)}-01`);
    const values = [approvedSince(now), today, month, month, userId];
    return this.database.snapshot((tx, [[row]]) => this.read(tx, row, today), [figures, values, figuresRows]);
  }

  private async read(
    tx: Transaction,
    row: z.output<typeof figuresRow> | undefined,
    today: string,
  ): Promise<Overview> {
    if (!row) throw new ApiException('NOT_FOUND');
    const reserved = reservedOf(row, row.currency);
    const income = await this.income(tx, row.id, today);
    const steps = stepsOf(row);
    return {
      ...(reserved && { reserved }),
      ...(income && { income }),
      ...(steps.length > 0 && { steps }),
      balance: toDecimal(row.balance),
      available_balance: toDecimal(row.balance - row.held),
      currency: row.currency,
      account_number: row.iban,
      level: row.approved ? 'full' : 'limited',
      activeCards: row.activeCards,
      transactionsThisMonth: row.transactionsThisMonth,
      pendingTransfers: row.pendingTransfers,
      recent: await this.transactions.newest(tx, row.id, recentTransactions),
    };
  }

  private async income(tx: Transaction, accountId: number, today: string) {
    const since = startOfParisDay(addDays(today, -incomeDays));
    const rows = await tx.rows(creditRow, credits, [accountId, since, leastIncome, mostCredits]);
    return incomeOf(
      rows.map(({ description, amount, at }) => ({ description, amount, day: parisDay(at) })),
      today,
    );
  }
}
