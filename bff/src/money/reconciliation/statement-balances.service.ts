import { Injectable } from '@nestjs/common';
import { addDays } from '@bank/contracts/days';
import { AuditService } from '../../platform/audit/audit.service';
import { minor, rowOf } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { startOfParisDay } from '../../platform/time/paris-day';
import { settlementOf, stripesOf } from '../ledger/bank-accounts';
import { SnapshotsService } from '../ledger/snapshots.service';
import { sumOfEntries } from '../ledger/time-pieces';
import { DifferencesService } from './differences.service';
import { type SettlementStatement, subjectOf } from './settlement-statement';
import { StatementPeriod } from './statement-period.service';

/** The settlement account's balances as the counterpart counts them: positive for money that the bank has there. */
interface OwnBalances {
  opening: bigint;
  closing: bigint;
}

const dayBefore = `
  SELECT closing - own_closing AS difference FROM settlement_statements
  WHERE in_force < ? AND currency = ? AND own_closing IS NOT NULL ORDER BY in_force DESC LIMIT 1`;
const differenceRow = rowOf({ difference: minor });
const store = 'UPDATE settlement_statements SET own_opening = ?, own_closing = ? WHERE id = ?';
const countDifferences = 'SELECT COUNT(*) FROM reconciliation_differences WHERE day = ? AND currency = ?';

/** Compares the balances of a statement with those of the settlement account. */
@Injectable()
export class StatementBalancesService {
  constructor(
    private readonly database: Database,
    private readonly snapshots: SnapshotsService,
    private readonly differences: DifferencesService,
    private readonly period: StatementPeriod,
    private readonly audit: AuditService,
  ) {}

  /** The bank's own balances at the beginning and end of what a statement stands for. */
  async ownOf({ day, currency, endsAt }: SettlementStatement): Promise<OwnBalances> {
    const settlement = settlementOf(currency);
    const first = await this.period.firstDay(this.database, { day, currency });
    const before = await this.snapshots.balanceAfter(settlement, addDays(first, -1));
    let moved = 0n;
    for (const row of stripesOf(settlement)) {
      moved += await sumOfEntries(this.database, row, [startOfParisDay(first), endsAt]);
    }
    return { opening: -before, closing: -(before + moved) };
  }

  /**
   * The opening balance must differ from the bank's own as the closing balance of the statement before did, which is what
   * single differences explain; the closing balance must follow from the entries.
   */
  async compare(tx: Transaction, statement: SettlementStatement, own: OwnBalances): Promise<void> {
    const { id, day, currency, opening, closing, net } = statement;
    const subject = subjectOf(statement);
    const previous = await tx.row(differenceRow, dayBefore, [day, currency]);
    const expected = own.opening + (previous?.difference ?? 0n);
    if (opening !== expected) {
      const here = expected;
      await this.differences.record(tx, statement, { kind: 'opening', subject, here, there: opening });
    }
    if (closing !== opening + net) {
      const here = opening + net;
      await this.differences.record(tx, statement, { kind: 'closing', subject, here, there: closing });
    }
    await tx.write(store, [own.opening, own.closing, id]);
    const count = await tx.count(countDifferences, [day, currency]);
    const type = count > 0 ? 'warning' : 'info';
    await this.audit.record(tx, { action: 'statement.compared', type, values: { day, currency, count } });
  }
}
