import { Injectable } from '@nestjs/common';
import type { AccountLimits } from '@bank/contracts/admin';
import { aloneUpTo } from '@bank/contracts/approvals';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { adjustmentWords } from '@bank/contracts/movements';
import { CustomerAccounts, type AdjustedBy, type Adjustment } from '../../people/users/customer-accounts';
import { idRow, minor, rowOf } from '../../platform/database/columns';
import { ApiException } from '../../platform/errors/api-exception';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween } from '../ledger/movement';
import { AccountsService } from './accounts.service';
import type { Transaction } from '../../platform/database/database';

const sums = `
  SELECT
    (SELECT COALESCE(SUM(amount), 0) FROM balance_adjustments WHERE account_id = ? AND created_at > ?) AS account,
    (SELECT COALESCE(SUM(amount), 0) FROM balance_adjustments WHERE administrator_id = ? AND created_at > ?) AS own`;
const adjusted = rowOf({ account: minor, own: minor });
const toppedUp = `SELECT 1 FROM top_ups WHERE user_id = ? AND state = 'asked'`;
const insertAdjustment = `
  INSERT INTO balance_adjustments (account_id, administrator_id, amount, created_at) VALUES (?, ?, ?, ?)`;

/** Balances are set by adjustments in the ledger. */
@Injectable()
export class CustomerAccountsService extends CustomerAccounts {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ledger: LedgerService,
    private readonly clock: Clock,
  ) {
    super();
  }

  open(tx: Transaction, userId: number): Promise<void> {
    return this.accounts.open(tx, userId);
  }

  idOf(tx: Transaction, userId: number): Promise<number> {
    return this.accounts.idOf(tx, userId);
  }

  lockLimits(tx: Transaction, accountId: number): Promise<AccountLimits> {
    return this.accounts.lockLimits(tx, accountId);
  }

  setLimits(tx: Transaction, accountId: number, limits: AccountLimits): Promise<void> {
    return this.accounts.setLimits(tx, accountId, limits);
  }

  async requireEmpty(tx: Transaction, userId: number): Promise<void> {
    const own = await tx.rows(idRow, 'SELECT id FROM accounts WHERE user_id = ?', [userId]);
    if (own.length === 0) throw new ApiException('NOT_FOUND');
    const locked = await this.ledger.lock(
      tx,
      own.map(({ id }) => id),
    );
    for (const { balance, held } of locked.values()) {
      if (balance !== 0n || held !== 0n) throw new ApiException('ACCOUNT_NOT_EMPTY');
    }
    // Booked when the card network answers, whatever has become of the account by then.
    if (await tx.exists(toppedUp, [userId])) throw new ApiException('ACCOUNT_NOT_EMPTY');
  }

  /** Also locks the bank's side, which serializes adjustments. */
  async lockForBalance(tx: Transaction, userId: number, balance: number): Promise<Adjustment> {
    const accountId = await this.accounts.idOf(tx, userId);
    const locked = await this.ledger.lock(tx, [bankAccounts.adjustment, accountId]);
    const now = locked.get(accountId)?.balance ?? 0n;
    return { accountId, amount: toMinor(balance) - now, from: toDecimal(now) };
  }

  async needsApproval(
    tx: Transaction,
    { accountId, amount }: Adjustment,
    administrator: number,
  ): Promise<boolean> {
    const since = new Date(this.clock.now().getTime() - dayMs);
    const { account, own } = await tx.one(adjusted, sums, [accountId, since, administrator, since]);
    return [account, own].some((sum) => sum + absolute(amount) > toMinor(aloneUpTo));
  }

  async firstNeedsApproval(tx: Transaction, balance: number, administrator: number): Promise<boolean> {
    await this.ledger.lock(tx, [bankAccounts.adjustment]);
    return this.needsApproval(tx, { accountId: 0, amount: toMinor(balance), from: 0 }, administrator);
  }

  async adjustAlone(tx: Transaction, adjustment: Adjustment, by: AdjustedBy): Promise<void> {
    await this.adjust(tx, adjustment, by);
    await this.countAlone(tx, adjustment, by.userId);
  }

  async countAlone(
    tx: Transaction,
    { accountId, amount }: Pick<Adjustment, 'accountId' | 'amount'>,
    administrator: number,
  ): Promise<void> {
    await tx.write(insertAdjustment, [accountId, administrator, absolute(amount), this.clock.now()]);
  }

  async adjust(tx: Transaction, { accountId, amount }: Adjustment, by: AdjustedBy): Promise<void> {
    const locked = await this.ledger.lock(tx, [bankAccounts.adjustment, accountId]);
    await this.ledger.append(tx, locked, {
      kind: 'adjustment',
      description: adjustmentWords(by.reason),
      legs: legsBetween(bankAccounts.adjustment, accountId, amount),
      createdBy: by.userId,
      requestId: by.requestId,
    });
  }
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);
