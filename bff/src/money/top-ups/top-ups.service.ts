import { createHash, randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { AddFundsRequest, MoneyMoved } from '@bank/contracts/accounts';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { bankWords } from '@bank/contracts/movements';
import { minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Query, type ResultsOf, type Transaction } from '../../platform/database/database';
import { isDatabaseAway } from '../../platform/database/database-away';
import { ApiException } from '../../platform/errors/api-exception';
import { FailedItems } from '../../platform/errors/items-failed';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { IdempotencyKey } from '../../platform/http/idempotency-key';
import type { RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { CardNetwork } from '../../ports/card-network/card-network';
import { AccountsService } from '../accounts/accounts.service';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { newBalances } from '../ledger/movement-statements';
import { takeIn } from '../ledger/levels';
import { legsBetween, type LockedAccount } from '../ledger/movement';

const homeCurrency = 'EUR';
const begin = 'INSERT IGNORE INTO top_ups (id, user_id, amount, counted, created_at) VALUES (?, ?, ?, ?, ?)';
const columns = 'id, user_id AS userId, amount, state, created_at AS createdAt';
const lock = `SELECT ${columns} FROM top_ups WHERE id = ? FOR UPDATE`;
const topUpRow = rowOf({ id: text, userId: whole, amount: minor, state: text, createdAt: moment });
type TopUp = ReturnType<typeof topUpRow.parse>;
const topUpRows = topUpRow.array();
const book = `
  UPDATE top_ups SET state = 'booked', transfer_id = (SELECT id FROM transfers WHERE reference = ?) WHERE id = ?`;
const decline = `UPDATE top_ups SET state = 'declined' WHERE id = ? AND state = 'asked'`;
const open = `SELECT ${columns} FROM top_ups WHERE state = 'asked' AND created_at < ? LIMIT ?`;
const oldestAsked = `SELECT MIN(created_at) AS at FROM top_ups WHERE state = 'asked'`;
const oldestRow = rowOf({ at: moment.nullable() });
const wasBegun = 'SELECT id FROM top_ups WHERE id = ?';
const knownRows = rowOf({ id: text }).array();
const stillOpen = `
  SELECT a.id FROM accounts a JOIN users u ON u.id = a.user_id AND u.deleted_at IS NULL
  WHERE a.id = ? AND a.closed_at IS NULL`;
const openRows = rowOf({ id: whole }).array();
const uncount = `
  UPDATE accounts a JOIN top_ups t ON t.user_id = a.user_id AND t.counted = 1
  SET a.taken_in = GREATEST(a.taken_in - t.amount, 0) WHERE t.id = ? AND a.id = ?`;
const movedRow = rowOf({ reference: text, balance: minor });
const moved = `
  SELECT t.reference, a.balance FROM top_ups u JOIN transfers t ON t.id = u.transfer_id
    JOIN accounts a ON a.user_id = u.user_id AND a.currency = '${homeCurrency}' WHERE u.id = ?`;

const resumedAtOnce = 50;

/** Adds funds from a card of another bank (the bank and the world, section 3). */
@Injectable()
export class TopUpsService {
  private readonly logger = new Logger('TopUps');

  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly network: CardNetwork,
    private readonly accounts: AccountsService,
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves money from the network to the caller's account. The network is asked before the money moves and outside its
   * transaction; repeated under its key, it is asked by the same id and money moves once.
   * @throws ApiException NOT_CONFIGURED without a card network, NOT_FOUND, LIMIT_OF_LEVEL, CARD_DECLINED, UNAVAILABLE without an
   * answer, AMOUNT_OUT_OF_RANGE (see `LedgerService`), IDEMPOTENCY_KEY_REUSED.
   */
  async add(context: RequestContext, request: AddFundsRequest): Promise<MoneyMoved> {
    if (!this.network.isConfigured) throw new ApiException('NOT_CONFIGURED');
    const stored = await this.idempotency.answered<MoneyMoved>(context.idempotency);
    if (stored) return stored;
    const { userId } = context.actor;
    const amount = toMinor(request.amount);
    const id = idOf(context.idempotency);
    const claim = claimOf(context.idempotency);
    await this.begin({ id, userId, amount }, claim);
    const outcome = await this.network.topUp({ id, amount, currency: homeCurrency });
    if (outcome.result === 'unknown') throw new ApiException('UNAVAILABLE', { retryAfterSeconds: 5 });
    if (outcome.result === 'declined') {
      await this.decline({ id, userId }, claim);
      throw new ApiException('CARD_DECLINED');
    }
    const { requestId, idempotency } = context;
    return this.idempotency.once(
      idempotency,
      (tx, opened) => {
        const [, [topUp]] = opened;
        // Booked since: see `resume`.
        if (topUp && topUp.state !== 'asked') idempotency.onReplayed?.(topUp.createdAt);
        return this.book(tx, opened, requestId);
      },
      ...this.locks(id, await this.accounts.idOf(this.database, userId)),
    );
  }

  /**
   * Finishes the top-ups whose answer came to no end within `seconds`, for instance as a server died; returns how many.
   * @throws ItemsFailed at the end when some could not be booked.
   */
  async resume(seconds: number): Promise<number> {
    if (!this.network.isConfigured) return 0;
    const before = new Date(this.clock.now().getTime() - seconds * 1000);
    const left = await this.database.rows(topUpRow, open, [before, resumedAtOnce]);
    let done = 0;
    const failed = new FailedItems();
    for (const topUp of left) {
      const { id, userId, amount } = topUp;
      const { result } = await this.network.topUp({ id, amount, currency: homeCurrency });
      if (result === 'declined') await this.decline({ id, userId });
      const isBooked = result === 'approved' && (await this.bookLater(topUp, failed));
      if (isBooked || result === 'declined') done += 1;
    }
    failed.end(done);
    return done;
  }

  /** When the network was asked for what it has not answered yet, the longest ago; null when it has answered all. */
  async oldestUnanswered(): Promise<Date | null> {
    return (await this.database.one(oldestRow, oldestAsked)).at;
  }

  /**
   * Stores a top-up before the network is asked, once, and claims its key: another top-up under it must charge no card. What
   * a limited account may take in is taken now: when the network has charged the card, the money is booked in any case.
   * @throws ApiException NOT_FOUND, also for an account that was closed since the call began; LIMIT_OF_LEVEL,
   * IDEMPOTENCY_KEY_REUSED.
   */
  private async begin(
    { id, userId, amount }: Pick<TopUp, 'id' | 'userId' | 'amount'>,
    claim: IdempotencyKey,
  ): Promise<void> {
    const accountId = await this.accounts.idOf(this.database, userId);
    const known: Query<typeof knownRows> = [wasBegun, [id], knownRows];
    const openAccount: Query<typeof openRows> = [stillOpen, [accountId], openRows];
    await this.idempotency.once(
      claim,
      (tx, [accounts, begun, opened]) => {
        if (begun.length > 0) return Promise.resolve({ id });
        const account = accounts.get(accountId);
        if (!account || opened.length === 0) throw new ApiException('NOT_FOUND');
        const counted = account.isLimited;
        if (counted) tx.defer(newBalances([takeIn(account, 'deposit', amount)]));
        tx.defer([begin, [id, userId, amount, counted, this.clock.now()]]);
        return Promise.resolve({ id });
      },
      this.ledger.lockQuery([accountId]),
      known,
      openAccount,
    );
  }

  /** Stores that the network declined, gives back what the top-up counted, and frees its key. */
  private async decline({ id, userId }: Pick<TopUp, 'id' | 'userId'>, claim?: IdempotencyKey): Promise<void> {
    const accountId = await this.accounts.idOf(this.database, userId);
    await this.database.transaction(async (tx) => {
      await this.ledger.lock(tx, [accountId]);
      const { affectedRows } = await tx.write(decline, [id]);
      if (affectedRows === 1) await tx.write(uncount, [id, accountId]);
      if (claim) await this.idempotency.free(tx, claim);
    });
  }

  /** One that cannot be booked does not keep the others, and is tried again by the next run; returns whether it is booked. */
  private async bookLater({ id, userId }: TopUp, failed: FailedItems): Promise<boolean> {
    try {
      const locks = this.locks(id, await this.accounts.idOf(this.database, userId));
      await this.database.transaction((tx, opened) => this.book(tx, opened, null), ...locks);
      return true;
    } catch (error) {
      this.logger.error(`top-up ${id} is not booked`, (error as Error).stack);
      if (!isDatabaseAway(error)) failed.add(error);
      return false;
    }
  }

  /** The rows that a booking locks, in the lock order of `begin`. */
  private locks(id: string, accountId: number) {
    const topUp: Query<typeof topUpRows> = [lock, [id], topUpRows];
    return [this.ledger.lockQuery([bankAccounts.funding, accountId]), topUp] as const;
  }

  /** Books an approved top-up once; one that was booked before is returned as it is. */
  private async book(
    tx: Transaction,
    [locked, [topUp]]: ResultsOf<ReturnType<TopUpsService['locks']>>,
    requestId: string | null,
  ): Promise<MoneyMoved> {
    if (!topUp) throw new ApiException('NOT_FOUND');
    const { reference, balance } =
      topUp.state === 'asked'
        ? this.post(tx, locked, topUp, requestId)
        : await tx.one(movedRow, moved, [topUp.id]);
    return { success: true, reference, balance: toDecimal(balance) };
  }

  /** Appends the movement with the commit, in one packet with all that belongs to it. */
  private post(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    { id, userId, amount }: TopUp,
    requestId: string | null,
  ): { reference: string; balance: bigint } {
    const account = [...locked.values()].find((each) => each.userId === userId);
    if (!account) throw new ApiException('NOT_FOUND');
    const { reference, accounts } = this.ledger.appendDeferred(tx, locked, {
      kind: 'deposit',
      description: bankWords.deposit,
      legs: legsBetween(bankAccounts.funding, account.id, amount),
      createdBy: userId,
      requestId,
    });
    const values = { amount: toDecimal(amount).toFixed(2), reference };
    this.notifications.notify(tx, userId, { type: 'transaction', key: 'funds_added', values });
    tx.defer([book, [reference, id]]);
    return { reference, balance: accounts.get(account.id)?.balance ?? 0n };
  }
}

/** The same for a call repeated under its key; new for every call without one. */
function idOf({ client, key, fingerprint }: IdempotencyKey): string {
  if (key === null) return randomUUID().replaceAll('-', '');
  return createHash('sha256').update(`${client}\n${key}\n`).update(fingerprint).digest('hex').slice(0, 32);
}

/** The key as it is claimed before the network is asked, apart from that of the answer. */
const claimOf = (request: IdempotencyKey): IdempotencyKey => ({
  ...request,
  client: `top-up ${request.client}`,
  // Begun is not yet booked.
  onReplayed: undefined,
});
