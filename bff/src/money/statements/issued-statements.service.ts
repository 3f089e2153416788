import { Injectable } from '@nestjs/common';
import { bankIdentity } from '@bank/contracts/bank';
import { minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { daysAround, parisMonthBounds } from '../../platform/time/paris-month';
import type { OwnAccount } from '../accounts/own-accounts.service';
import { SnapshotsService } from '../ledger/snapshots.service';
import { piecesOf } from '../ledger/time-pieces';
import type { Statement } from './statement';

const find = `
  SELECT id, account_id AS accountId, month, holder, iban, bic, currency, opening, closing, credits,
    credit_sum AS creditSum, debits, debit_sum AS debitSum, issued_at AS issuedAt
  FROM statements WHERE account_id = ? AND month = ?`;
const statementRow = rowOf({
  id: whole,
  accountId: whole,
  month: text,
  holder: text,
  iban: text,
  bic: text,
  currency: text,
  opening: minor,
  closing: minor,
  credits: whole,
  creditSum: minor,
  debits: whole,
  debitSum: minor,
  issuedAt: moment,
}).transform(({ credits, creditSum, debits, debitSum, ...row }): Statement => ({
  ...row,
  credits: { count: credits, sum: creditSum },
  debits: { count: debits, sum: debitSum },
}));

const insert = `
  INSERT IGNORE INTO statements (account_id, month, holder, iban, bic, currency, opening, closing, credits, credit_sum,
    debits, debit_sum, issued_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const totals = `
  SELECT COUNT(CASE WHEN amount > 0 THEN 1 END) AS credits, COALESCE(SUM(CASE WHEN amount > 0 THEN amount END), 0) AS creditSum,
    COUNT(CASE WHEN amount < 0 THEN 1 END) AS debits, COALESCE(SUM(CASE WHEN amount < 0 THEN -amount END), 0) AS debitSum
  FROM entries WHERE account_id = ? AND created_at >= ? AND created_at < ?`;
const totalsRow = rowOf({ credits: whole, creditSum: minor, debits: whole, debitSum: minor });

/** The figures of statements, computed once and stored. */
@Injectable()
export class IssuedStatementsService {
  constructor(
    private readonly database: Database,
    private readonly snapshots: SnapshotsService,
    private readonly clock: Clock,
  ) {}

  /** The statement of a finished month, issued at its first request. */
  async of(account: OwnAccount, month: string): Promise<Statement> {
    return (await this.find(account.id, month)) ?? this.issue(account, month);
  }

  private find(accountId: number, month: string): Promise<Statement | undefined> {
    return this.database.row(statementRow, find, [accountId, month]);
  }

  private async issue({ id, holder, iban, currency }: OwnAccount, month: string): Promise<Statement> {
    const opening = await this.snapshots.balanceAfter(id, daysAround(month).before);
    const { credits, creditSum, debits, debitSum } = await this.totalsOf(id, month);
    const figures = [opening, opening + creditSum - debitSum, credits, creditSum, debits, debitSum];
    // Another server may issue it at the same time: the first row stays.
    const values = [id, month, holder, iban, bankIdentity.bic, currency, ...figures, this.clock.now()];
    await this.database.write(insert, values);
    return this.database.one(statementRow, find, [id, month]);
  }

  /** Read in pieces, which bounds each statement. */
  private async totalsOf(accountId: number, month: string) {
    const sum = { credits: 0, creditSum: 0n, debits: 0, debitSum: 0n };
    const rows = `entries WHERE account_id = ${accountId}`;
    for await (const piece of piecesOf(this.database, rows, parisMonthBounds(month))) {
      const found = await this.database.one(totalsRow, totals, [accountId, ...piece]);
      sum.credits += found.credits;
      sum.creditSum += found.creditSum;
      sum.debits += found.debits;
      sum.debitSum += found.debitSum;
    }
    return sum;
  }
}
