import { Injectable } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import { toDecimal } from '@bank/contracts/money';
import { railCounted, railListed, type RailState } from '@bank/contracts/rail-state';
import { isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { bankAccounts, stripesOf } from '../ledger/bank-accounts';
import { ReceiptsService } from '../receipts/receipts.service';

const balances = `
  SELECT SUM(IF(id IN (?), balance, 0)) AS settlement, SUM(IF(id IN (?), balance, 0)) AS suspense
  FROM accounts WHERE id IN (?)`;
const balancesRow = rowOf({ settlement: minor, suspense: minor });
const [settlementRows, suspenseRows] = [stripesOf(bankAccounts.settlement), stripesOf(bankAccounts.suspense)];

/** By the index of each stage, at most one more than is counted. */
const onTheirWay = `
  SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM payments WHERE stage = 'queued' LIMIT ?) queued) AS queued,
    (SELECT COUNT(*) FROM (SELECT 1 FROM payments WHERE stage = 'sent' LIMIT ?) sent) AS sent`;
const countsRow = rowOf({ queued: whole, sent: whole });

/** Those that wait longest for an answer; a known outcome clears the date. */
const inDoubt = `
  SELECT id, reference, amount, currency, in_doubt_since AS since FROM payments
  WHERE in_doubt_since IS NOT NULL ORDER BY in_doubt_since, id LIMIT ?`;
const doubtfulRow = rowOf({
  id: whole,
  reference: text,
  amount: minor,
  currency: text,
  since: isoMoment,
});
const countDoubtful = `
  SELECT COUNT(*) FROM (
    SELECT 1 FROM payments WHERE in_doubt_since IS NOT NULL LIMIT ?) doubtful`;
const most = railCounted + 1;

/** The state of the connection to other banks, for administrators. */
@Injectable()
export class RailStateService {
  constructor(
    private readonly database: Database,
    private readonly rail: PaymentRail,
    private readonly incidents: IncidentsService,
    private readonly receipts: ReceiptsService,
  ) {}

  /** The state as of one moment. */
  read(language: Language): Promise<RailState> {
    return this.database.snapshot((tx) => this.stateIn(tx, language));
  }

  private async stateIn(tx: Transaction, language: Language): Promise<RailState> {
    const { settlement, suspense } = await tx.one(balancesRow, balances, [
      settlementRows,
      suspenseRows,
      [...settlementRows, ...suspenseRows],
    ]);
    const counts = await tx.one(countsRow, onTheirWay, [most, most]);
    const doubtful = await tx.rows(doubtfulRow, inDoubt, [railListed]);
    const inDoubtNow = await tx.count(countDoubtful, [most]);
    const backlog = await this.rail.backlog(most, tx);
    const incidents = await this.incidents.latest(railListed, language, tx);
    const suspended = await this.receipts.suspended(railListed, tx);
    return {
      configured: this.rail.isConfigured,
      settlement_balance: toDecimal(-settlement),
      suspense_balance: toDecimal(suspense),
      ...counts,
      in_doubt: inDoubtNow,
      unanswered: { count: backlog.count, oldest_at: backlog.oldest?.toISOString() ?? null },
      doubtful: doubtful.map(({ amount, ...payment }) => ({
        ...payment,
        amount: toDecimal(amount, payment.currency),
      })),
      incidents,
      suspense: suspended,
    };
  }
}
