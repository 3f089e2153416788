import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { idRow, rowOf, whole } from '../../platform/database/columns';
import { EventsService } from '../../platform/events/events.service';
import type { LockedAccount, Movement, Posting, TransferKind } from './movement';
import { approvedSince } from '../../people/users/validity';
import { accountsById, lockAccounts, rowsToLock } from './locked-accounts';
import {
  changedOf,
  liveEvents,
  logLine,
  type Made,
  newBalances,
  newEntriesOf,
  newTransfers,
  refusalOf,
  settle,
} from './movement-statements';
import { keepWithinLimits, outgoingToday, outgoingTotals } from './outgoing-limits';
import type { Query, Statement, Transaction } from '../../platform/database/database';

/** Rows that one statement inserts have ids in equal steps. */
const idStep: Query<z.ZodType<number>> = [
  'SELECT @@auto_increment_increment AS step',
  [],
  z.tuple([rowOf({ step: whole })]).transform(([{ step }]) => step),
];

const lockRows = 'SELECT id FROM accounts WHERE id IN (?) ORDER BY id FOR UPDATE';

/**
 * The sole writer of balances (architecture, money rules). Every method works inside the caller's transaction; amounts
 * are `bigint` minor units throughout.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /** Locks the accounts of a movement and appends it; see `lock` and `append`. */
  async post(tx: Transaction, movement: Movement): Promise<Posting> {
    const ids = movement.legs.map(({ accountId }) => accountId);
    return this.append(tx, await this.lock(tx, ids), movement);
  }

  /**
   * Locks accounts in the order of their ids, in one statement, which prevents deadlocks. Call it once per transaction,
   * with every account that the transaction may touch. Of a striped account of the bank it locks one row, by the customers
   * among the others: a caller knows the account only.
   * @throws ApiException NOT_FOUND when one does not exist.
   */
  async lock(tx: Transaction, ids: number[]): Promise<Map<number, LockedAccount>> {
    const wanted = [...new Set(ids)];
    const [locked] = await tx.together([this.lockQuery(wanted)]);
    if (locked.size !== wanted.length) throw new ApiException('NOT_FOUND');
    return locked;
  }

  /**
   * Locks the accounts of several movements that are then appended one after another, each with a `lock` of its own: that one waits
   * for nobody any more, and may lock them in any order.
   */
  async lockEach(tx: Transaction, movements: number[][]): Promise<void> {
    const rows = [...new Set(movements.flatMap(rowsToLock))];
    if (rows.length > 0) await tx.rows(idRow, lockRows, [rows]);
  }

  /** The query of `lock`, to be sent together with other statements. */
  lockQuery(ids: number[]): Query<typeof accountsById> {
    return [lockAccounts(ids), [approvedSince(this.clock.now()), ...rowsToLock(ids)], accountsById];
  }

  /** As `lockQuery`, without waiting: accounts that another transaction has locked are left out. */
  lockFreeQuery(ids: number[]): Query<typeof accountsById> {
    const [sql, values, schema] = this.lockQuery(ids);
    return [`${sql} SKIP LOCKED`, values, schema];
  }

  /**
   * Appends one movement over accounts locked by `lock`: the transfer, its entries, the balances and a log row.
   * @throws ApiException INSUFFICIENT_FUNDS when a customer's available balance would fall below the overdraft limit;
   * LIMIT_OF_LEVEL when a customer takes in more than before the approval of the identity;
   * AMOUNT_OUT_OF_RANGE when a balance would no longer fit an amount of the API; for a withdrawal also what
   * `keepWithinLimits` throws.
   */
  async append(tx: Transaction, locked: Map<number, LockedAccount>, movement: Movement): Promise<Posting> {
    if (movement.kind === 'withdrawal' && !movement.isAuthorized)
      await this.keepWithdrawals(tx, locked, movement);
    const { reference, accounts, statements } = this.prepare(locked, movement);
    const [transfer] = await tx.together(statements).catch((error: unknown) => {
      throw refusalOf(error);
    });
    this.publishAndAudit(tx, locked, { movement, reference, accounts });
    return { transferId: transfer.insertId, reference, accounts };
  }

  /**
   * As `append`, but deferred to the commit, so the transfer has no id yet.
   * @throws ApiException as `append`; the commit's error must be mapped by `refusalOf`.
   */
  appendDeferred(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    movement: Movement & { kind: Exclude<TransferKind, 'withdrawal'> },
  ): Omit<Posting, 'transferId'> {
    const { reference, accounts, statements } = this.prepare(locked, movement);
    tx.defer(...statements);
    this.publishAndAudit(tx, locked, { movement, reference, accounts });
    return { reference, accounts };
  }

  /**
   * Appends many movements in few statements, all or none. Returns the ids of the transfers in the order of the
   * movements.
   * @throws ApiException as `append`.
   */
  async appendAll(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    movements: ManyMovements,
  ): Promise<number[]> {
    const { transfers } = await this.appendEach(tx, locked, movements);
    return transfers.map(({ transferId }) => transferId);
  }

  /**
   * As `appendAll`; returns each transfer with its reference, and the accounts with their new balances, over which more
   * can be appended.
   * @throws ApiException as `append`.
   */
  async appendEach(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    movements: ManyMovements,
  ): Promise<{ transfers: Pick<Posting, 'transferId' | 'reference'>[]; accounts: Posting['accounts'] }> {
    const accounts = new Map(locked);
    if (movements.length === 0) return { transfers: [], accounts };
    const now = this.clock.now();
    const settled = movements.map((movement) => ({
      movement,
      lines: settle(accounts, movement, now),
      reference: this.random.reference('TR'),
    }));
    const linesOf = settled.map(({ lines }) => lines);
    const [{ insertId }, , , step] = await tx
      .together([
        newTransfers(settled, now),
        newEntriesOf(linesOf, now),
        newBalances(changedOf(accounts, locked)),
        idStep,
      ])
      .catch((error: unknown) => {
        throw refusalOf(error);
      });
    this.publishAndAuditAll(tx, accounts, settled);
    const transfers = settled.map(({ reference }, nth) => ({ transferId: insertId + nth * step, reference }));
    return { transfers, accounts };
  }

  private async keepWithdrawals(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    { legs }: Movement,
  ): Promise<void> {
    for (const account of locked.values()) {
      const moved = legs.reduce((sum, leg) => (leg.accountId === account.id ? sum + leg.amount : sum), 0n);
      if (account.kind !== 'customer' || moved >= 0n) continue;
      const totals = await tx.one(outgoingTotals, ...outgoingToday(account.id, this.clock.now()));
      keepWithinLimits(account, totals, { kind: 'withdrawal', amount: -moved });
    }
  }

  private prepare(locked: Map<number, LockedAccount>, movement: Movement) {
    const accounts = new Map(locked);
    const now = this.clock.now();
    const lines = settle(accounts, movement, now);
    const reference = this.random.reference('TR');
    const statements: [transfer: Statement, entries: Statement, balances: Statement] = [
      newTransfers([{ movement, reference }], now),
      newEntriesOf([lines], now),
      newBalances(changedOf(accounts, locked)),
    ];
    return { reference, accounts, statements };
  }

  private publishAndAudit(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    { movement, reference, accounts }: Pick<Posting, 'reference' | 'accounts'> & { movement: Movement },
  ): void {
    const events = changedOf(accounts, locked).flatMap((account) => liveEvents(account, reference));
    this.events.emitAll(tx, events);
    this.audit.recordAll(tx, logLine({ movement, reference }, accounts));
  }

  private publishAndAuditAll(tx: Transaction, accounts: Map<number, LockedAccount>, made: Made[]): void {
    const events = made.flatMap(({ movement, reference }) =>
      movement.legs.flatMap(({ accountId }) => {
        const account = accounts.get(accountId);
        return account ? liveEvents(account, reference) : [];
      }),
    );
    this.events.emitAll(tx, events);
    this.audit.recordAll(tx, ...made.map((each) => logLine(each, accounts)));
  }
}

/** Movements to append together: daily limits of withdrawals are checked one by one. */
type ManyMovements = (Movement & { kind: Exclude<TransferKind, 'withdrawal'> })[];
