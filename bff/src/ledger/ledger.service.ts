import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { largestMinor, toDecimal } from '@bank/contracts/money';
import { type AuditEvent, AuditService } from '../audit/audit.service';
import { Chance } from '../common/chance';
import { Clock } from '../common/clock';
import { isCheckViolation } from '../common/database-error';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';
import {
  listOf,
  rowsOf,
  send,
  sendLast,
  sendTogether,
  type Statement,
  type Written,
} from '../common/statements';
import { EventsService, type LiveEvent } from '../events/events.service';
import { balanceEvents } from './live-balance';
import type { LockedAccount, Movement, Posting, TransferKind } from './movement';
import { givenOutToday, keepWithinLimits, type GivenOutRows } from './outgoing-limits';

const lockAccounts = (ids: number[]) => `
  SELECT id, user_id, kind, currency, balance, held, overdraft_limit, transfer_limit, withdrawal_limit
  FROM accounts WHERE id IN (${listOf(ids)}) ORDER BY id FOR UPDATE`;
const appendTransfers = `
  INSERT INTO transfers (reference, kind, description, created_by, request_id, reverses, created_at) VALUES`;
const transfersOf = 'SELECT id, reference FROM transfers WHERE reference IN (?)';
const appendEntries = `
  INSERT INTO entries (transfer_id, account_id, amount, balance_after, description, created_at) VALUES`;
/** The transfer that the statement before appended. */
const entryPlaces = '(LAST_INSERT_ID(), ?, ?, ?, ?, ?)';

/** An account as `locking` reads it. */
export type AccountRow = Record<
  'id' | 'kind' | 'currency' | 'balance' | 'held' | 'overdraft_limit' | 'transfer_limit' | 'withdrawal_limit',
  string
> & { user_id: string | null };

type Line = [accountId: number, amount: bigint, balanceAfter: bigint, description: string | null];

/**
 * The sole writer of balances (architecture, money rules). Every method works inside the caller's transaction,
 * which `Idempotency.once` or `inTransaction` opened; amounts are `bigint` minor units throughout.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** Locks every account of a movement, checks it and writes it. See `lock` and `append`. */
  async post(runner: QueryRunner, movement: Movement): Promise<Posting> {
    const ids = movement.legs.map(({ accountId }) => accountId);
    return this.append(runner, await this.lock(runner, ids), movement);
  }

  /**
   * Locks accounts in the order of their ids, in one statement, so that no two movements wait for each other in
   * a circle. Call it once per transaction, with every account that the transaction may touch.
   * @throws Failure NOT_FOUND when one does not exist.
   */
  async lock(runner: QueryRunner, ids: number[]): Promise<Map<number, LockedAccount>> {
    const wanted = [...new Set(ids)];
    const locked = this.locked(await send<AccountRow[]>(runner, ...this.locking(wanted)));
    if (locked.size !== wanted.length) throw new Failure('NOT_FOUND');
    return locked;
  }

  /** The statement of `lock`, for whoever sends it among others, and the accounts that its answer tells of. */
  locking(ids: number[]): Statement {
    return [lockAccounts(ids), ids];
  }

  locked(rows: AccountRow[]): Map<number, LockedAccount> {
    return new Map(rows.map((row) => [wholeNumber(row.id), lockedAccount(row)]));
  }

  /**
   * Appends one movement over accounts that `lock` locked: the transfer, its entries, the balances and a log row.
   * @throws Failure INSUFFICIENT_FUNDS when a customer's account would fall below its overdraft, what is held
   * counted as spent; AMOUNT_OUT_OF_RANGE when a balance would no longer fit the wire; of a withdrawal, which nobody
   * else looks at, what `keepWithinLimits` throws.
   */
  async append(
    runner: QueryRunner,
    locked: Map<number, LockedAccount>,
    movement: Movement,
  ): Promise<Posting> {
    if (movement.kind === 'withdrawal') await this.keepWithdrawals(runner, locked, movement);
    const { reference, accounts, statements } = this.work(locked, movement);
    const [transfer] = await sendTogether<[Written, Written, Written]>(runner, statements).catch(
      (error: unknown) => {
        throw refusalOf(error);
      },
    );
    this.tell(runner, locked, { movement, reference, accounts });
    return { transferId: wholeNumber(transfer.insertId), reference, accounts };
  }

  /**
   * The same, sent with the commit, for whoever needs no answer of the database before it.
   * @throws Failure as `append`; the commit's error is to go through `refusalOf`.
   */
  appendLast(
    runner: QueryRunner,
    locked: Map<number, LockedAccount>,
    movement: Movement & { kind: Exclude<TransferKind, 'withdrawal'> },
  ): Omit<Posting, 'transferId'> {
    const { reference, accounts, statements } = this.work(locked, movement);
    sendLast(runner, ...statements);
    this.tell(runner, locked, { movement, reference, accounts });
    return { reference, accounts };
  }

  /**
   * Appends many movements in few statements, none of which may refuse: when one does, none is written. Answers the
   * ids of the transfers in the order of the movements.
   * @throws Failure as `append`.
   */
  async appendAll(
    runner: QueryRunner,
    locked: Map<number, LockedAccount>,
    movements: (Movement & { kind: Exclude<TransferKind, 'withdrawal'> })[],
  ): Promise<number[]> {
    const accounts = new Map(locked);
    const settled = movements.map((movement) => ({
      movement,
      lines: settle(accounts, movement),
      reference: this.chance.reference('TR'),
    }));
    await sendTogether(runner, [newTransfers(settled, this.clock.now())]);
    const references = settled.map(({ reference }) => reference);
    const rows = (await runner.query(transfersOf, [references])) as { id: string; reference: string }[];
    const ids = new Map(rows.map(({ id, reference }) => [reference, wholeNumber(id)]));
    const entries = settled.flatMap(({ lines, reference }) =>
      lines.map((line) => [ids.get(reference) ?? 0, ...line, this.clock.now()]),
    );
    await sendTogether(runner, [
      [`${appendEntries} ${rowsOf(entries)}`, entries.flat()],
      newBalances(changedOf(accounts, locked)),
    ]).catch((error: unknown) => {
      throw refusalOf(error);
    });
    this.tellAll(runner, accounts, settled);
    return references.map((reference) => ids.get(reference) ?? 0);
  }

  private async keepWithdrawals(
    runner: QueryRunner,
    locked: Map<number, LockedAccount>,
    { legs }: Movement,
  ): Promise<void> {
    for (const account of locked.values()) {
      const moved = legs.reduce((sum, leg) => (leg.accountId === account.id ? sum + leg.amount : sum), 0n);
      if (account.kind !== 'customer' || moved >= 0n) continue;
      const given = await send<GivenOutRows>(runner, ...givenOutToday(account.id, this.clock.now()));
      keepWithinLimits(account, given, { kind: 'withdrawal', amount: -moved });
    }
  }

  private work(locked: Map<number, LockedAccount>, movement: Movement) {
    const accounts = new Map(locked);
    const lines = settle(accounts, movement);
    const now = this.clock.now();
    const reference = this.chance.reference('TR');
    const statements: Statement[] = [
      newTransfers([{ movement, reference }], now),
      newEntries(lines, now),
      newBalances(changedOf(accounts, locked)),
    ];
    return { reference, accounts, statements };
  }

  private tell(
    runner: QueryRunner,
    locked: Map<number, LockedAccount>,
    { movement, reference, accounts }: Pick<Posting, 'reference' | 'accounts'> & { movement: Movement },
  ): void {
    const events = changedOf(accounts, locked).flatMap((account) => liveEvents(account, reference));
    this.events.emitAll(runner, events);
    this.audit.recordLast(runner, logLine({ movement, reference }, accounts));
  }

  private tellAll(runner: QueryRunner, accounts: Map<number, LockedAccount>, made: Made[]): void {
    const events = made.flatMap(({ movement, reference }) =>
      movement.legs.flatMap(({ accountId }) => {
        const account = accounts.get(accountId);
        return account ? liveEvents(account, reference) : [];
      }),
    );
    this.events.emitAll(runner, events);
    this.audit.recordLast(runner, ...made.map((each) => logLine(each, accounts)));
  }
}

/** A movement under the reference that it got. */
interface Made {
  movement: Movement;
  reference: string;
}

const logLine = ({ movement, reference }: Made, accounts: Map<number, LockedAccount>): AuditEvent => ({
  action: `ledger.${movement.kind}`,
  type: 'info',
  message: `${kindText[movement.kind]} ${reference} : ${legsText(movement, accounts)}`,
  userId: movement.createdBy,
  requestId: movement.requestId,
});

function newTransfers(made: Made[], now: Date): Statement {
  const rows = made.map(({ movement, reference }) => {
    const { kind, description, createdBy, requestId, reverses = null } = movement;
    return [reference, kind, description, createdBy, requestId, reverses, now];
  });
  return [`${appendTransfers} ${rowsOf(rows)}`, rows.flat()];
}

/** The schema's CHECK repeats the overdraft rule, should ours ever miss. */
export const refusalOf = (error: unknown): unknown =>
  isCheckViolation(error, 'accounts_funds') ? new Failure('INSUFFICIENT_FUNDS') : error;

const changedOf = (accounts: Map<number, LockedAccount>, locked: Map<number, LockedAccount>) =>
  [...accounts.values()].filter((account) => account !== locked.get(account.id));

/** Works out what each entry says, and leaves the new balances in `accounts`. */
function settle(accounts: Map<number, LockedAccount>, { legs }: Movement): Line[] {
  const sums = new Map<string, bigint>();
  const lines = legs.map(({ accountId, amount, description = null }): Line => {
    const account = accounts.get(accountId);
    if (!account) throw new Error(`account ${accountId} takes part in a movement without being locked`);
    if (amount === 0n) throw new Error('a movement has a leg of nothing');
    const balance = account.balance + amount;
    if (balance > largestMinor || balance < -largestMinor) throw new Failure('AMOUNT_OUT_OF_RANGE');
    accounts.set(accountId, { ...account, balance });
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + amount);
    return [accountId, amount, balance, description];
  });
  if (legs.length < 2 || [...sums.values()].some((sum) => sum !== 0n)) {
    throw new Error('the legs of a movement do not sum to zero');
  }
  for (const { kind, balance, held, overdraftLimit } of accounts.values()) {
    if (kind === 'customer' && balance - held < -overdraftLimit) throw new Failure('INSUFFICIENT_FUNDS');
  }
  return lines;
}

const newEntries = (lines: Line[], now: Date): Statement => [
  `${appendEntries} ${lines.map(() => entryPlaces).join(', ')}`,
  lines.flatMap((line) => [...line, now]),
];

function newBalances(accounts: LockedAccount[]): Statement {
  const cases = accounts.map(() => 'WHEN ? THEN ?').join(' ');
  const values = accounts.flatMap(({ id, balance }) => [id, balance]);
  const ids = accounts.map(({ id }) => id);
  return [
    `UPDATE accounts SET balance = CASE id ${cases} END WHERE id IN (${listOf(ids)})`,
    [...values, ...ids],
  ];
}

/** What the open pages of an account's owner are told of a movement. */
const liveEvents = (account: LockedAccount, reference: string): LiveEvent[] =>
  balanceEvents(account).flatMap((balance): LiveEvent[] => [
    balance,
    { to: balance.to, type: 'transaction', data: { reference } },
  ]);

function lockedAccount(row: AccountRow): LockedAccount {
  return {
    id: wholeNumber(row.id),
    userId: row.user_id === null ? null : wholeNumber(row.user_id),
    kind: row.kind,
    currency: row.currency,
    balance: minorUnits(row.balance),
    held: minorUnits(row.held),
    overdraftLimit: minorUnits(row.overdraft_limit),
    transferLimit: minorUnits(row.transfer_limit),
    withdrawalLimit: minorUnits(row.withdrawal_limit),
  };
}

const kindText: Record<TransferKind, string> = {
  deposit: 'Dépôt',
  transfer: 'Virement',
  payment: 'Paiement',
  card: 'Paiement par carte',
  withdrawal: 'Retrait',
  fee: 'Frais',
  adjustment: 'Ajustement de solde',
  reversal: 'Annulation',
};

const legsText = ({ legs }: Movement, accounts: Map<number, LockedAccount>) =>
  legs
    .map(({ accountId, amount }) => {
      const sum = toDecimal(amount).toFixed(2).replace('.', ',');
      return `${amount > 0n ? '+' : ''}${sum} ${accounts.get(accountId)?.currency} sur le compte ${accountId}`;
    })
    .join(', ');
