import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import { recentTransactions, type Overview } from '@bank/contracts/overview';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';
import { parisDay, startOfParisDay } from '../common/paris-day';
import { TransactionsService } from '../transactions/transactions.service';

/** As in the list of transactions, payments to the outside count from their own table, and not their postings. */
const figures = `
  SELECT a.id, a.balance, a.held, a.currency, a.iban,
    (SELECT COUNT(*) FROM cards c WHERE c.account_id = a.id AND c.status = 'active') AS activeCards,
    (SELECT COUNT(*) FROM entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind <> 'payment'
      WHERE e.account_id = a.id AND e.created_at >= ?) +
    (SELECT COUNT(*) FROM payments p WHERE p.account_id = a.id AND p.created_at >= ?) AS transactionsThisMonth,
    (SELECT COUNT(*) FROM payments p WHERE p.account_id = a.id AND p.status = 'pending') AS pendingTransfers
  FROM accounts a WHERE a.user_id = ? AND a.currency = 'EUR'`;

type FiguresRow = Record<
  | 'id'
  | 'balance'
  | 'held'
  | 'currency'
  | 'iban'
  | 'activeCards'
  | 'transactionsThisMonth'
  | 'pendingTransfers',
  string
>;

@Injectable()
export class OverviewService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TransactionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The figures of a customer's overview, from one statement, and their newest transactions.
   * @throws Failure NOT_FOUND when the user has no account.
   */
  async of({ userId }: Actor): Promise<Overview> {
    const month = startOfParisDay(`${parisDay(this.clock.now()).slice(0, 7)}-01`);
    const [row] = (await this.dataSource.query(figures, [month, month, userId])) as FiguresRow[];
    if (!row) throw new Failure('NOT_FOUND');
    const balance = minorUnits(row.balance);
    return {
      balance: toDecimal(balance),
      available_balance: toDecimal(balance - minorUnits(row.held)),
      currency: row.currency,
      account_number: row.iban,
      activeCards: wholeNumber(row.activeCards),
      transactionsThisMonth: wholeNumber(row.transactionsThisMonth),
      pendingTransfers: wholeNumber(row.pendingTransfers),
      recent: await this.transactions.newest(wholeNumber(row.id), recentTransactions),
    };
  }
}
