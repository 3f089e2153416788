import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { aloneUpTo } from '@bank/contracts/approvals';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { adjustmentWords } from '@bank/contracts/movements';
import { AccountsService } from '../accounts/accounts.service';
import { Clock } from '../common/clock';
import { minorUnits } from '../common/money-column';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import type { LockedAccount } from '../ledger/movement';

const dayMilliseconds = 24 * 60 * 60_000;

const sums = `
  SELECT
    (SELECT COALESCE(SUM(amount), 0) FROM balance_adjustments WHERE account_id = ? AND created_at > ?) AS account,
    (SELECT COALESCE(SUM(amount), 0) FROM balance_adjustments WHERE administrator_id = ? AND created_at > ?) AS own`;
const insertAdjustment = `
  INSERT INTO balance_adjustments (account_id, administrator_id, amount, created_at) VALUES (?, ?, ?, ?)`;

/** An account that is to hold another amount, locked; in minor units. */
export interface Adjustment {
  accountId: number;
  /** What is added, or, negative, taken away. */
  amount: bigint;
  locked: Map<number, LockedAccount>;
}

/** Who an adjustment is written down for, and why it is made. */
export interface AdjustedBy {
  userId: number;
  requestId: string;
  reason: string;
}

/** Brings accounts to a balance by adjustments in the ledger. */
@Injectable()
export class BalanceAdjustmentsService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ledger: LedgerService,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks a person's account and answers what brings it to a balance, in euros, with the balance that it has. Every
   * adjustment locks the bank's side as well, so that two take turns.
   * @throws Failure NOT_FOUND.
   */
  async lock(runner: QueryRunner, userId: number, balance: number): Promise<Adjustment & { from: number }> {
    const accountId = await this.accounts.idOf(runner, userId);
    const locked = await this.ledger.lock(runner, [bankAccounts.adjustment, accountId]);
    const now = locked.get(accountId)?.balance ?? 0n;
    return { accountId, amount: toMinor(balance) - now, locked, from: toDecimal(now) };
  }

  /**
   * Whether an adjustment is more than one administrator may do alone: with what others adjusted of that account, and with
   * what the administrator adjusted of any, in the last 24 hours. A large change cannot be split into small ones.
   */
  async isBeyondOne(runner: QueryRunner, { accountId, amount }: Adjustment, by: number): Promise<boolean> {
    const since = new Date(this.clock.now().getTime() - dayMilliseconds);
    const [row] = (await runner.query(sums, [accountId, since, by, since])) as [
      Record<'account' | 'own', string>,
    ];
    const most = toMinor(aloneUpTo);
    return [row.account, row.own].some((sum) => minorUnits(sum) + absolute(amount) > most);
  }

  /** `isBeyondOne` for the first balance, in euros, of an account that is yet to be opened. */
  async isFirstBeyondOne(runner: QueryRunner, balance: number, by: number): Promise<boolean> {
    const locked = await this.ledger.lock(runner, [bankAccounts.adjustment]);
    return this.isBeyondOne(runner, { accountId: 0, amount: toMinor(balance), locked }, by);
  }

  /** Makes an adjustment that one administrator answers for alone; it counts for `isBeyondOne`. */
  async makeAlone(runner: QueryRunner, adjustment: Adjustment, by: AdjustedBy): Promise<void> {
    const { accountId, amount } = adjustment;
    await this.make(runner, adjustment, by);
    await runner.query(insertAdjustment, [accountId, by.userId, absolute(amount), this.clock.now()]);
  }

  /**
   * Makes an adjustment.
   * @throws Failure INSUFFICIENT_FUNDS for a balance below the overdraft, AMOUNT_OUT_OF_RANGE.
   */
  async make(runner: QueryRunner, { accountId, amount, locked }: Adjustment, by: AdjustedBy): Promise<void> {
    await this.ledger.append(runner, locked, {
      kind: 'adjustment',
      description: adjustmentWords(by.reason),
      legs: [
        { accountId: bankAccounts.adjustment, amount: -amount },
        { accountId, amount },
      ],
      createdBy: by.userId,
      requestId: by.requestId,
    });
  }
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);
