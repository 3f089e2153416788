import { Injectable } from '@nestjs/common';
import { cleanMerchantName } from '@bank/contracts/merchants';
import { cardDebtWords } from '@bank/contracts/movements';
import { flag, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database, listOf, type Statement, type Transaction } from '../../platform/database/database';
import { type DueSlices, processSlices } from '../../platform/database/slices';
import { FailedItems } from '../../platform/errors/items-failed';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { suspenseOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween } from '../ledger/movement';
import { offered, uncovered } from './card-legs';

/** Debts read at once; after `idleSlices` without a payable one the next run continues from there. */
const debtsAtOnce = 500;
const idleSlices = 40;
/** Debts collected in one transaction, which locks their accounts. */
const collectedAtOnce = 50;

/** A slice of what is owed, the smallest first, and whether the account has money. */
export const nextOwed = `
  SELECT b.id, b.reference, b.purchaseId, b.accountId, b.owed, a.balance > a.held AS payable
  FROM (
    SELECT id, reference, purchase_id AS purchaseId, account_id AS accountId, owed
    FROM card_bookings FORCE INDEX (card_bookings_owed)
    WHERE owed > 0 AND (owed > ? OR (owed = ? AND id > ?)) ORDER BY owed, id LIMIT ?) b
  JOIN accounts a ON a.id = b.accountId ORDER BY b.owed, b.id`;
const lockOwed = `
  SELECT id, reference, purchase_id AS purchaseId, account_id AS accountId, owed FROM card_bookings
  WHERE id IN (?) AND owed > 0 ORDER BY id FOR UPDATE SKIP LOCKED`;
const debtRow = rowOf({ id: whole, reference: text, purchaseId: whole, accountId: whole, owed: minor });
const nextRow = debtRow.extend({ payable: flag });
type Debt = ReturnType<typeof debtRow.parse>;
const described = `
  SELECT p.id, a.currency, p.merchant_name AS merchantName FROM card_purchases p JOIN accounts a ON a.id = p.account_id
  WHERE p.id IN (?)`;
const describedRow = rowOf({ id: whole, currency: text, merchantName: text });

/** Before any debt. */
const beginning: Pick<Debt, 'id' | 'owed'> = { id: 0, owed: 0n };

/** Debits what the bank advanced for card payments from accounts that have money again; never from an overdraft. */
@Injectable()
export class CollectCardDebtsJob implements Job {
  readonly name = 'collect-card-debts';
  private from: Debt | undefined;

  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerService,
    private readonly incidents: IncidentsService,
  ) {}

  async run(_now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const failed = new FailedItems();
    const bounds = { size: debtsAtOnce, failed, after: this.from, idleSlices };
    const { results, stoppedAt } = await processSlices(this.database, this.payable(), bounds, stopping);
    this.from = stoppedAt;
    const done = results.reduce((sum, count) => sum + count, 0);
    failed.end(done);
    return { done, text: 'job.card_debts_collected', values: { count: done } };
  }

  /** The debts of accounts with money, each locked only once it is known to be payable. */
  private payable(): DueSlices<Debt, number> {
    return {
      claim: async (tx, after, limit) => {
        const { id: afterId, owed } = after ?? beginning;
        const debts = await tx.rows(nextRow, nextOwed, [owed, owed, afterId, limit]);
        const payable = debts.filter((debt) => debt.payable);
        const slice = payable.slice(0, collectedAtOnce);
        const ids = slice.map(({ id }) => id);
        const items = ids.length === 0 ? [] : await tx.rows(debtRow, lockOwed, [ids]);
        return { items, last: slice.length < payable.length ? slice.at(-1) : debts.at(-1) };
      },
      work: (tx, debts) => this.collect(tx, debts),
    };
  }

  /** Debits what the balances cover, and returns from how many debts; the incident of one that is paid in full ends. */
  private async collect(tx: Transaction, debts: Debt[]): Promise<number> {
    const purchases = [...new Set(debts.map(({ purchaseId }) => purchaseId))];
    const rows = await tx.rows(describedRow, described, [purchases]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const named = debts.flatMap((debt) => {
      const purchase = byId.get(debt.purchaseId);
      if (!purchase) return [];
      const advanced = suspenseOf(offered({ minor: 0n, currency: purchase.currency }).currency);
      return [{ ...debt, advanced, description: cardDebtWords(cleanMerchantName(purchase.merchantName)) }];
    });
    const ids = named.flatMap(({ accountId, advanced }) => [accountId, advanced]);
    const locked = await this.ledger.lock(tx, ids);
    const left = new Map([...locked].map(([id, { balance, held }]) => [id, balance - held]));
    const payable = named.flatMap((debt) => {
      const free = left.get(debt.accountId) ?? 0n;
      const amount = free < debt.owed ? free : debt.owed;
      if (amount <= 0n) return [];
      left.set(debt.accountId, free - amount);
      return [{ ...debt, amount }];
    });
    const movements = payable.map(({ accountId, advanced, amount, description }) => ({
      kind: 'adjustment' as const,
      description,
      legs: legsBetween(accountId, advanced, amount),
      createdBy: null,
      requestId: null,
    }));
    const transfers = await this.ledger.appendAll(tx, locked, movements);
    if (payable.length > 0) await tx.write(...paid(payable, transfers));
    const ended = payable.filter(({ owed, amount }) => amount === owed);
    const references = ended.map(({ reference }) => reference);
    await this.incidents.recoverAll(tx, uncovered, references);
    return payable.length;
  }
}

/** The first debit of what the bank advanced in full stands for the booking, which has no other of the account's. */
function paid(debts: { id: number; amount: bigint }[], transfers: number[]): Statement {
  const cases = debts.map(() => 'WHEN ? THEN ?').join(' ');
  const ids = debts.map(({ id }) => id);
  return [
    `UPDATE card_bookings SET collected_by = IF(owed = worth + markup, CASE id ${cases} END, collected_by),
       owed = owed - CASE id ${cases} END
     WHERE id IN (${listOf(ids)})`,
    [
      ...debts.flatMap(({ id }, at) => [id, transfers[at]]),
      ...debts.flatMap(({ id, amount }) => [id, amount]),
      ...ids,
    ],
  ];
}
