import { Injectable } from '@nestjs/common';
import { cleanMerchantName } from '@bank/contracts/merchants';
import { cardDebtWords } from '@bank/contracts/movements';
import { minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { processQueue } from '../../platform/tasks/process-queue';
import { suspenseOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween } from '../ledger/movement';
import { offered } from './card-legs';

const candidates = `
  SELECT b.id, b.purchase_id AS purchaseId, b.account_id AS accountId, b.owed FROM card_bookings b
  WHERE b.owed > 0 AND b.id NOT IN (?)
    AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = b.account_id AND a.balance > a.held)
  ORDER BY b.id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const debtRow = rowOf({ id: whole, purchaseId: whole, accountId: whole, owed: minor });
type Debt = ReturnType<typeof debtRow.parse>;
const described = `
  SELECT a.currency, p.merchant_name AS merchantName FROM card_purchases p JOIN accounts a ON a.id = p.account_id
  WHERE p.id = ?`;
const describedRow = rowOf({ currency: text, merchantName: text });
/** The first debit of what the bank advanced in full stands for the booking, which has no other of the account's. */
const pay = `
  UPDATE card_bookings SET collected_by = IF(owed = worth + markup, ?, collected_by), owed = owed - ? WHERE id = ?`;

/** Debits what the bank advanced for card payments from accounts that have money again; never from an overdraft. */
@Injectable()
export class CollectCardDebtsJob implements Job {
  readonly name = 'collect-card-debts';

  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerService,
  ) {}

  async run(_now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const work = {
      claim: (tx: Transaction, except: number[]) => tx.row(debtRow, candidates, [except]),
      work: (tx: Transaction, debt: Debt) => this.collect(tx, debt),
    };
    const done = (await processQueue(this.database, work, stopping)).length;
    return { done, text: 'job.card_debts_collected', values: { count: done } };
  }

  private async collect(tx: Transaction, { id, purchaseId, accountId, owed }: Debt): Promise<void> {
    const { currency, merchantName } = await tx.one(describedRow, described, [purchaseId]);
    const advanced = suspenseOf(offered({ minor: 0n, currency }).currency);
    const locked = await this.ledger.lock(tx, [accountId, advanced]);
    const account = locked.get(accountId);
    const free = account ? account.balance - account.held : 0n;
    const amount = free < owed ? free : owed;
    if (amount <= 0n) return;
    const { transferId } = await this.ledger.append(tx, locked, {
      kind: 'adjustment',
      description: cardDebtWords(cleanMerchantName(merchantName)),
      legs: legsBetween(accountId, advanced, amount),
      createdBy: null,
      requestId: null,
    });
    await tx.write(pay, [transferId, amount, id]);
  }
}
