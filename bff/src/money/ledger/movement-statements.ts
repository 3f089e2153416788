import { decimalText } from '@bank/contracts/currencies';
import type { LogLeg } from '@bank/contracts/log-texts';
import type { AuditEvent } from '../../platform/audit/audit.service';
import { listOf, type Statement } from '../../platform/database/database';
import { isCheckViolation } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import type { LiveEvent } from '../../platform/events/events.service';
import { takeIn } from './levels';
import { balanceEvents } from './live-balance';
import type { LockedAccount, Movement } from './movement';
import { largestOf } from './named-amount';
import { credited } from './outside-credits';

const appendTransfers = `
  INSERT INTO transfers (reference, kind, description, created_by, request_id, reverses, created_at) VALUES`;
const appendEntries = `
  INSERT INTO entries (transfer_id, account_id, amount, balance_after, description, created_at) VALUES`;

export type Line = [row: number, amount: bigint, balanceAfter: bigint, description: string | null];

/** A movement and the reference given to it. */
export interface Made {
  movement: Movement;
  reference: string;
}

export const logLine = ({ movement, reference }: Made, accounts: Map<number, LockedAccount>): AuditEvent => ({
  action: `ledger.${movement.kind}`,
  type: 'info',
  text: `movement.${movement.kind}`,
  values: { reference, legs: logLegs(movement, accounts) },
  userId: movement.createdBy,
  requestId: movement.requestId,
});

export function newTransfers(made: Made[], now: Date): Statement {
  const rows = made.map(({ movement, reference }) => {
    const { kind, description, createdBy, requestId, reverses = null } = movement;
    return [reference, kind, description, createdBy, requestId, reverses, now];
  });
  return [`${appendTransfers} ?`, [rows]];
}

/** Maps the violation of the schema's CHECK, which repeats the overdraft rule. */
export const refusalOf = (error: unknown): unknown =>
  isCheckViolation(error, 'accounts_funds') ? new ApiException('INSUFFICIENT_FUNDS') : error;

/** The accounts that differ from those that were locked. */
export const changedOf = (
  accounts: ReadonlyMap<number, LockedAccount>,
  locked: ReadonlyMap<number, LockedAccount>,
): LockedAccount[] =>
  [...accounts].filter(([id, account]) => account !== locked.get(id)).map(([, account]) => account);

/** Computes each entry, and puts the new balances in `accounts`. */
export function settle(
  accounts: Map<number, LockedAccount>,
  { kind, legs, sender }: Movement,
  now: Date,
): Line[] {
  const sums = new Map<string, bigint>();
  const lines = legs.map(({ accountId, amount, description = null }): Line => {
    const account = accounts.get(accountId);
    if (!account) throw new Error(`account ${accountId} takes part in a movement without being locked`);
    if (amount === 0n) throw new Error('a movement has a leg of nothing');
    const balance = account.balance + amount;
    const largest = largestOf(account.currency);
    if (balance > largest || balance < -largest) throw new ApiException('AMOUNT_OUT_OF_RANGE');
    // A deposit was counted when the card network was asked for it.
    const counted = kind === 'deposit' ? account : takeIn(account, kind, amount);
    const after = kind === 'credit' ? credited(counted, { amount, sender }, now) : counted;
    accounts.set(accountId, { ...after, balance });
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + amount);
    return [account.id, amount, balance, description];
  });
  if (legs.length < 2 || [...sums.values()].some((sum) => sum !== 0n)) {
    throw new Error('the legs of a movement do not sum to zero');
  }
  for (const { accountId } of legs) {
    const account = accounts.get(accountId);
    if (account && isOverdrawn(account)) throw new ApiException('INSUFFICIENT_FUNDS');
  }
  return lines;
}

const isOverdrawn = ({ kind, balance, held, overdraftLimit }: LockedAccount) =>
  kind === 'customer' && balance - held < -overdraftLimit;

/** The entries of each transfer that the statement before inserted. */
export function newEntriesOf(linesOf: Line[][], now: Date): Statement {
  const rows = linesOf.flatMap((lines, nth) => {
    const transfer = { toSqlString: () => `LAST_INSERT_ID() + ${nth} * @@auto_increment_increment` };
    return lines.map((line) => [transfer, ...line, now]);
  });
  return [`${appendEntries} ?`, [rows]];
}

export function newBalances(accounts: LockedAccount[]): Statement {
  const cases = accounts.map(() => 'WHEN ? THEN ?').join(' ');
  const values = accounts.flatMap(({ id, balance }) => [id, balance]);
  const ids = accounts.map(({ id }) => id);
  const [taken, takenValues] = newTakenIn(accounts.filter(({ isLimited }) => isLimited));
  const [credits, creditsValues] = newCredits(accounts.filter(({ isCredited }) => isCredited));
  return [
    `UPDATE accounts SET balance = CASE id ${cases} END${taken}${credits} WHERE id IN (${listOf(ids)})`,
    [...values, ...takenValues, ...creditsValues, ...ids],
  ];
}

/** The assignment that stores what other banks sent; for no account none. */
function newCredits(accounts: LockedAccount[]): Statement {
  if (accounts.length === 0) return ['', []];
  const cases = accounts.map(() => 'WHEN ? THEN ?').join(' ');
  return [
    `, outside_credits = CASE id ${cases} ELSE outside_credits END`,
    accounts.flatMap(({ id, outsideCredits }) => [id, outsideCredits]),
  ];
}

/** The assignments that store what limited accounts have taken in; for no account none. */
function newTakenIn(limited: LockedAccount[]): Statement {
  if (limited.length === 0) return ['', []];
  const cases = limited.map(() => 'WHEN ? THEN ?').join(' ');
  return [
    `, taken_in = CASE id ${cases} ELSE taken_in END, taken_in_since = CASE id ${cases} ELSE taken_in_since END`,
    [
      ...limited.flatMap(({ id, takenIn }) => [id, takenIn]),
      ...limited.flatMap(({ id, approvedAt }) => [id, approvedAt]),
    ],
  ];
}

/** The live events that tell an account's owner of a movement. */
export const liveEvents = (account: LockedAccount, reference: string): LiveEvent[] =>
  balanceEvents(account).flatMap((balance): LiveEvent[] => [
    balance,
    { to: balance.to, type: 'transaction', data: { reference } },
  ]);

const logLegs = ({ legs }: Movement, accounts: Map<number, LockedAccount>): LogLeg[] =>
  legs.map(({ accountId, amount }) => {
    const currency = accounts.get(accountId)?.currency;
    const sum = decimalText(amount, currency).replace('.', ',');
    return {
      sum: `${amount > 0n ? '+' : ''}${sum} ${currency}`,
      account: accountId,
    };
  });
