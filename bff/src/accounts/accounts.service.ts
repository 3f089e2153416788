import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import {
  defaultLimits,
  limitedLevel,
  type AddFundsRequest,
  type BalanceCheck,
  type BalanceOverview,
  type MoneyMoved,
} from '@bank/contracts/accounts';
import type { AccountLimits } from '@bank/contracts/admin';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { bankWords } from '@bank/contracts/movements';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { minorUnits, wholeNumber } from '../common/money-column';
import { addDays, endOfParisDay, parisDay, startOfParisDay } from '../common/paris-day';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { NotificationsService } from '../notifications/notifications.service';
import { ibanOf } from './iban';

/** The days that the history of a balance covers, today included (wire contract, section 3). */
const historyDays = 90;

const ownCurrency = 'EUR';

/** The accounts whose owner is remembered: some megabytes. */
const mostKnown = 100_000;

const insertAccount = `
  INSERT INTO accounts (user_id, kind, currency, account_type, overdraft_limit, transfer_limit, withdrawal_limit,
    card_limit, created_at)
  VALUES (?, 'customer', ?, 'current', ?, ?, ?, ?, ?)`;

interface AccountRow {
  balance: string;
  held: string;
  previous: string | null;
  iban: string;
  account_type: string;
  currency: string;
  overdraft_limit: string;
  transfer_limit: string;
  withdrawal_limit: string;
  card_limit: string;
  identity_refused: number;
}

interface HistoryRow extends AccountRow {
  opening: string | null;
  /** Which of the 90 days the row is about; null when none has an entry. */
  day: string | number | null;
  day_balance: string | null;
}

/** The account that every user has: what is in it, and how it is opened and fed. */
@Injectable()
export class AccountsService {
  private readonly known = new Map<number, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: Idempotency,
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /** Opens a user's account in euros, empty, with the default limits; part of the transaction that makes the user. */
  async open(runner: QueryRunner, userId: number): Promise<void> {
    const { overdraft, transferPerDay, withdrawalPerDay, cardPerMonth } = defaultLimits;
    const limits = [overdraft, transferPerDay, withdrawalPerDay, cardPerMonth].map(toMinor);
    const { insertId } = (await runner.query(insertAccount, [
      userId,
      ownCurrency,
      ...limits,
      this.clock.now(),
    ])) as { insertId: number | string };
    const id = wholeNumber(insertId);
    await runner.query('UPDATE accounts SET iban = ? WHERE id = ?', [ibanOf(id), id]);
  }

  /**
   * The balance, its limits, and the balance at the end of each of the last 90 days of Paris, oldest first. One
   * statement, so that no movement falls between the figures.
   * @throws Failure NOT_FOUND when the user has no account.
   */
  async overview(userId: number): Promise<BalanceOverview> {
    const accountId = await this.idOf(this.dataSource, userId);
    const today = parisDay(this.clock.now());
    const days = Array.from({ length: historyDays }, (_, at) => addDays(today, at - historyDays + 1));
    const [start, ...laterStarts] = days.map(startOfParisDay);
    const seconds = laterStarts.map((later) => later.getTime() / 1000);
    const rows = (await this.dataSource.query(historyQuery, [
      start,
      seconds,
      accountId,
      start,
      accountId,
    ])) as HistoryRow[];
    const [account] = rows;
    if (!account) throw new Failure('NOT_FOUND');
    return { balance: wireBalance(account), history: wireHistory(account, rows, days) };
  }

  /**
   * The balance alone, for the quick check.
   * @throws Failure NOT_FOUND when the user has no account.
   */
  async check(userId: number): Promise<BalanceCheck> {
    const [account] = (await this.dataSource.query(
      'SELECT balance, iban FROM accounts WHERE user_id = ? AND currency = ?',
      [userId, ownCurrency],
    )) as Pick<AccountRow, 'balance' | 'iban'>[];
    if (!account) throw new Failure('NOT_FOUND');
    return {
      balance: { current_balance: toDecimal(minorUnits(account.balance)), account_number: account.iban },
    };
  }

  /**
   * The id of a user's account.
   * @throws Failure NOT_FOUND when the user has none.
   */
  async idOf(runner: QueryRunner | DataSource, userId: number): Promise<number> {
    const [account] = (await runner.query('SELECT id FROM accounts WHERE user_id = ? AND currency = ?', [
      userId,
      ownCurrency,
    ])) as { id: string }[];
    if (!account) throw new Failure('NOT_FOUND');
    return wholeNumber(account.id);
  }

  /**
   * The ids of people's accounts, each asked for once: an account is never closed nor given to somebody else.
   * 0, which is no account's, for whoever has none.
   */
  async idsOf<People extends readonly number[]>(
    people: People,
  ): Promise<{ [Place in keyof People]: number }> {
    const found = new Map(people.map((userId) => [userId, this.known.get(userId)]));
    const unknown = people.filter((userId) => found.get(userId) === undefined);
    if (unknown.length > 0) {
      const rows = (await this.dataSource.query(
        'SELECT id, user_id FROM accounts WHERE user_id IN (?) AND currency = ?',
        [unknown, ownCurrency],
      )) as { id: string; user_id: number }[];
      if (this.known.size > mostKnown) this.known.clear();
      for (const { id, user_id } of rows) {
        found.set(user_id, wholeNumber(id));
        this.known.set(user_id, wholeNumber(id));
      }
    }
    return people.map((userId) => found.get(userId) ?? 0) as { [Place in keyof People]: number };
  }

  /** Locks an account and answers its limits, in euros. @throws Failure NOT_FOUND. */
  async lockLimits(runner: QueryRunner, accountId: number): Promise<AccountLimits> {
    const [row] = (await runner.query(
      'SELECT transfer_limit, withdrawal_limit, card_limit FROM accounts WHERE id = ? FOR UPDATE',
      [accountId],
    )) as Record<keyof AccountLimits, string>[];
    if (!row) throw new Failure('NOT_FOUND');
    const decimal = (minor: string) => toDecimal(minorUnits(minor));
    return {
      transfer_limit: decimal(row.transfer_limit),
      withdrawal_limit: decimal(row.withdrawal_limit),
      card_limit: decimal(row.card_limit),
    };
  }

  /** Replaces the limits of an account, in euros, that its customer may not change. */
  async setLimits(runner: QueryRunner, accountId: number, limits: AccountLimits): Promise<void> {
    const { transfer_limit, withdrawal_limit, card_limit } = limits;
    await runner.query(
      'UPDATE accounts SET transfer_limit = ?, withdrawal_limit = ?, card_limit = ? WHERE id = ?',
      [...[transfer_limit, withdrawal_limit, card_limit].map(toMinor), accountId],
    );
  }

  /**
   * Moves money from the bank's funding account to the caller's (wire contract, section 3).
   * @throws Failure NOT_FOUND, AMOUNT_OUT_OF_RANGE (see `LedgerService`), IDEMPOTENCY_KEY_REUSED.
   */
  async addFunds(actor: Actor, request: AddFundsRequest, keyed: KeyedCall, call: Call): Promise<MoneyMoved> {
    const amount = toMinor(request.amount);
    return this.idempotency.once(keyed, async (runner) => {
      const accountId = await this.idOf(runner, actor.userId);
      const posting = await this.ledger.post(runner, {
        kind: 'deposit',
        description: bankWords.deposit,
        legs: [
          { accountId: bankAccounts.funding, amount: -amount },
          { accountId, amount },
        ],
        createdBy: actor.userId,
        requestId: call.requestId,
      });
      const values = { amount: request.amount.toFixed(2), reference: posting.reference };
      this.notifications.notify(runner, actor.userId, {
        ...{ type: 'transaction', key: 'funds_added', values },
      });
      const balance = toDecimal(posting.accounts.get(accountId)?.balance ?? 0n);
      return { success: true, reference: posting.reference, balance };
    });
  }
}

/**
 * Only the entries of the 90 days are read, and of those only their index: INTERVAL() tells the day in which each
 * falls. What the account held before them follows from the first one.
 */
const historyQuery = `
  SELECT a.balance, a.held, a.iban, a.account_type, a.currency, a.overdraft_limit, a.transfer_limit,
    a.withdrawal_limit, a.card_limit, u.identity_refused,
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
function wireHistory(account: HistoryRow, rows: HistoryRow[], days: string[]): BalanceOverview['history'] {
  const ends = new Map(rows.map(({ day, day_balance }) => [day === null ? -1 : Number(day), day_balance]));
  let balance = account.opening ?? account.balance;
  return days.map((day, at) => {
    balance = ends.get(at) ?? balance;
    return {
      balance: toDecimal(minorUnits(balance)),
      date: new Date(endOfParisDay(day).getTime() - 1).toISOString(),
    };
  });
}

/** The limits in force: of a person whose identity was refused, no more than what their level allows. */
function wireBalance(account: AccountRow): BalanceOverview['balance'] {
  const balance = minorUnits(account.balance);
  const decimal = (minor: string) => toDecimal(minorUnits(minor));
  const limited = Boolean(account.identity_refused);
  const within = (limit: number) => (limited ? Math.min(limit, limitedLevel.outgoingPerDay) : limit);
  return {
    current_balance: toDecimal(balance),
    available_balance: toDecimal(balance - minorUnits(account.held)),
    previous_balance: account.previous === null ? toDecimal(balance) : decimal(account.previous),
    account_number: account.iban,
    account_type: account.account_type,
    currency: account.currency,
    card_limit: decimal(account.card_limit),
    transfer_limit: within(decimal(account.transfer_limit)),
    withdrawal_limit: within(decimal(account.withdrawal_limit)),
    overdraft_limit: limited ? 0 : decimal(account.overdraft_limit),
    level: limited ? 'limited' : 'full',
  };
}
