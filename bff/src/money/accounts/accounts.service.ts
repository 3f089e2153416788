import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defaultLimits, limitedLevel } from '@bank/contracts/account-limits';
import type { BalanceCheck, BalanceOverview } from '@bank/contracts/accounts';
import type { AccountLimits } from '@bank/contracts/admin';
import { homeCurrency } from '@bank/contracts/currencies';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { flag, idRow, minor, rowOf, text, whole } from '../../platform/database/columns';
import { lastParisDays } from '../../platform/time/paris-day';
import { approvedSince, isApproved } from '../../people/users/validity';
import { roomOf } from '../ledger/levels';
import { leftToSend, outgoingToday, outgoingTotals } from '../ledger/outgoing-limits';
import { reservedColumns, reservedOf, reservedRow } from '../ledger/reserved';
import { ibanOf } from './iban';
import { type Connection, Database, type Transaction } from '../../platform/database/database';

/** The days that the history of a balance covers, today included (wire contract, section 3). */
const historyDays = 90;

/** Account ids cached by user: a few megabytes. */
const cacheSize = 100_000;

const insertAccount = `
  INSERT INTO accounts (user_id, kind, currency, account_type, overdraft_limit, transfer_limit, withdrawal_limit,
    card_limit, created_at)
  VALUES (?, 'customer', ?, 'current', ?, ?, ?, ?, ?)`;

const checkRow = rowOf({ ...reservedRow, balance: minor, iban: text });
const ownerRow = rowOf({ id: whole, userId: whole });
const limitsRow = rowOf({ transfer_limit: minor, withdrawal_limit: minor, card_limit: minor });

const historyRow = rowOf({
  ...reservedRow,
  balance: minor,
  previous: minor.nullable(),
  iban: text,
  account_type: text,
  currency: text,
  overdraft_limit: minor,
  transfer_limit: minor,
  withdrawal_limit: minor,
  card_limit: minor,
  is_approved: flag.nullable(),
  taken_in: minor,
  opening: minor.nullable(),
  /** The index among the 90 days; null when none has an entry. */
  day: whole.nullable(),
  day_balance: minor.nullable(),
});
const historyRows = historyRow.array();
const totalsRow = z.tuple([outgoingTotals]);
type HistoryRow = z.output<typeof historyRow>;

@Injectable()
export class AccountsService {
  private readonly idByUser = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Opens a user's account in euros, empty, with the default limits, in the transaction that creates the user. */
  async open(tx: Transaction, userId: number): Promise<void> {
    const { overdraft, transferPerDay, withdrawalPerDay, cardPerMonth } = defaultLimits;
    const limits = [overdraft, transferPerDay, withdrawalPerDay, cardPerMonth].map((limit) => toMinor(limit));
    const values = [userId, homeCurrency, ...limits, this.clock.now()];
    const { insertId: id } = await tx.write(insertAccount, values);
    await tx.write('UPDATE accounts SET iban = ? WHERE id = ?', [ibanOf(id), id]);
  }

  /**
   * The balance, its limits, and the balance at the end of each of the last 90 Paris days, oldest first. Read by one
   * statement for consistency, but for what may still be sent today.
   * @throws ApiException NOT_FOUND when the user has no account.
   */
  async overview(userId: number): Promise<BalanceOverview> {
    const accountId = await this.idOf(this.database, userId);
    const now = this.clock.now();
    const days = lastParisDays(now, historyDays);
    const [first, ...later] = days;
    const start = first?.start;
    const seconds = later.map((day) => day.start.getTime() / 1000);
    const values = [approvedSince(now), start, seconds, accountId, start, accountId];
    const [rows, [totals]] = await this.database.together([
      [historyQuery, values, historyRows],
      [...outgoingToday(accountId, now), totalsRow],
    ]);
    const [account] = rows;
    if (!account) throw new ApiException('NOT_FOUND');
    const reserved = reservedOf(account, homeCurrency);
    const limits = { transferLimit: account.transfer_limit, isLimited: account.is_approved !== true };
    const left = { transfer_left: toDecimal(leftToSend(limits, totals)) };
    return {
      balance: { ...toBalanceDto(account), ...(reserved && { reserved }), ...left },
      history: toHistoryDto(account, rows, days),
    };
  }

  /**
   * The balance alone, for the quick check.
   * @throws ApiException NOT_FOUND when the user has no account.
   */
  async check(userId: number): Promise<BalanceCheck> {
    const account = await this.database.found(
      checkRow,
      `SELECT a.balance, a.iban, ${reservedColumns} FROM accounts a WHERE a.user_id = ? AND a.currency = ?`,
      [userId, homeCurrency],
    );
    const { balance, held, iban } = account;
    const found = { current_balance: toDecimal(balance), account_number: iban };
    const reserved = reservedOf(account, homeCurrency);
    return {
      balance: reserved ? { ...found, available_balance: toDecimal(balance - held), reserved } : found,
    };
  }

  /**
   * The id of a user's account, cached: an account is never closed or given to another user.
   * @param tx that may have opened the account
   * @throws ApiException NOT_FOUND when the user has none.
   */
  async idOf(tx: Connection, userId: number): Promise<number> {
    const cached = this.idByUser.get(userId);
    if (cached !== undefined) return cached;
    const sql = 'SELECT id FROM accounts WHERE user_id = ? AND currency = ?';
    const { id } = await tx.found(idRow, sql, [userId, homeCurrency]);
    // An account opened in a transaction may be rolled back, so it is not cached.
    if (tx === this.database) this.cache(userId, id);
    return id;
  }

  /** The ids of users' accounts, cached as by `idOf`; 0, which is no account's id, for a user without one. */
  async idsOf<Users extends readonly number[]>(
    userIds: Users,
    connection: Connection = this.database,
  ): Promise<{ [At in keyof Users]: number }> {
    const found = new Map(userIds.map((userId) => [userId, this.idByUser.get(userId)]));
    const missing = userIds.filter((userId) => found.get(userId) === undefined);
    if (missing.length > 0) {
      const sql = 'SELECT id, user_id AS userId FROM accounts WHERE user_id IN (?) AND currency = ?';
      const rows = await connection.rows(ownerRow, sql, [missing, homeCurrency]);
      for (const { id, userId } of rows) {
        found.set(userId, id);
        if (connection === this.database) this.cache(userId, id);
      }
    }
    return userIds.map((userId) => found.get(userId) ?? 0) as { [At in keyof Users]: number };
  }

  private cache(userId: number, id: number): void {
    if (this.idByUser.size > cacheSize) this.idByUser.clear();
    this.idByUser.set(userId, id);
  }

  /** Locks an account and returns its limits, in euros. @throws ApiException NOT_FOUND. */
  async lockLimits(tx: Transaction, accountId: number): Promise<AccountLimits> {
    const row = await tx.found(
      limitsRow,
      'SELECT transfer_limit, withdrawal_limit, card_limit FROM accounts WHERE id = ? FOR UPDATE',
      [accountId],
    );
    return {
      transfer_limit: toDecimal(row.transfer_limit),
      withdrawal_limit: toDecimal(row.withdrawal_limit),
      card_limit: toDecimal(row.card_limit),
    };
  }

  async setLimits(tx: Transaction, accountId: number, limits: AccountLimits): Promise<void> {
    const { transfer_limit, withdrawal_limit, card_limit } = limits;
    await tx.write(
      'UPDATE accounts SET transfer_limit = ?, withdrawal_limit = ?, card_limit = ? WHERE id = ?',
      [...[transfer_limit, withdrawal_limit, card_limit].map((limit) => toMinor(limit)), accountId],
    );
  }
}

/**
 * Reads only the index of the 90 days' entries: INTERVAL() computes the day of each. The balance before them follows
 * from the first one.
 */
const historyQuery = `
  SELECT a.balance, ${reservedColumns}, a.iban, a.account_type, a.currency, a.overdraft_limit, a.transfer_limit,
    a.withdrawal_limit, a.card_limit, ${isApproved('u')} AS is_approved,
    IF(a.taken_in_since <=> u.identity_approved_at, a.taken_in, 0) AS taken_in,
    (SELECT newest.balance_after - newest.amount FROM entries newest
      WHERE newest.account_id = a.id ORDER BY newest.id DESC LIMIT 1) AS previous,
    (SELECT first.balance_after - first.amount FROM entries first
      WHERE first.account_id = a.id AND first.created_at >= ?
      ORDER BY first.created_at, first.id LIMIT 1) AS opening,
    days.day, last.balance_after AS day_balance
  FROM accounts a JOIN users u ON u.id = a.user_id
  LEFT JOIN (
    SELECT INTERVAL(UNIX_TIMESTAMP(created_at), ?) AS day, MAX(id) AS last_id
    FROM entries WHERE account_id = ? AND created_at >= ? GROUP BY day
  ) days ON TRUE
  LEFT JOIN entries last ON last.id = days.last_id
  WHERE a.id = ?`;

/** Days without an entry end as the day before them did. */
function toHistoryDto(
  account: HistoryRow,
  rows: HistoryRow[],
  days: { end: Date }[],
): BalanceOverview['history'] {
  const ends = new Map(rows.map(({ day, day_balance }) => [day, day_balance]));
  let balance = account.opening ?? account.balance;
  return days.map(({ end }, at) => {
    balance = ends.get(at) ?? balance;
    return { balance: toDecimal(balance), date: new Date(end.getTime() - 1).toISOString() };
  });
}

/** With the limits in force: lower ones for a customer whose identity is not approved. */
function toBalanceDto(account: HistoryRow): BalanceOverview['balance'] {
  const { balance, currency, taken_in: takenIn } = account;
  const limited = account.is_approved !== true;
  const room = roomOf({ isLimited: limited, currency, takenIn });
  const within = (limit: number) => (limited ? Math.min(limit, limitedLevel.outgoingPerDay) : limit);
  return {
    current_balance: toDecimal(balance),
    available_balance: toDecimal(balance - account.held),
    previous_balance: toDecimal(account.previous ?? balance),
    account_number: account.iban,
    account_type: account.account_type,
    currency,
    card_limit: toDecimal(account.card_limit),
    transfer_limit: within(toDecimal(account.transfer_limit)),
    withdrawal_limit: within(toDecimal(account.withdrawal_limit)),
    overdraft_limit: limited ? 0 : toDecimal(account.overdraft_limit),
    level: limited ? 'limited' : 'full',
    outgoing_limit: limited ? limitedLevel.outgoingPerDay : null,
    incoming_limit: limited ? limitedLevel.incomingTotal : null,
    incoming_left: room === null ? null : toDecimal(room),
  };
}
