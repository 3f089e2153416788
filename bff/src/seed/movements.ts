import type { ErrorCode } from '@bank/contracts/errors';
import { toDecimal } from '@bank/contracts/money';
import { Failure } from '../common/failure';
import { bankAccounts } from '../ledger/bank-accounts';
import type { Leg, LockedAccount, TransferKind } from '../ledger/movement';
import spending from './data/spending.json';
import { pastMovements } from './history';
import type { Life, Seeding } from './life';
import { later, timeOfDay } from './timeline';

/** How many movements people's lives led to, payments to the outside and scheduled debits not counted. */
export const movementCount = 5_000;

const limits = new Set<ErrorCode>(['WITHDRAWAL_LIMIT_EXCEEDED', 'LIMIT_OF_LEVEL']);

/** One movement in this many goes from a customer to another. */
const transferEvery = 14;

interface Planned {
  kind: TransferKind;
  description: string;
  amount: bigint;
  at: Date;
}

/** Moves the demonstration's money. Its transaction locks an account once and remembers how it stands. */
export class Movements {
  private readonly known = new Map<number, LockedAccount>();
  private readonly cardUses = new Map<number, Date>();

  constructor(private readonly seeding: Seeding) {}

  /** Plans what the named people's habits led to, a first deposit for everybody else, and chance for the rest. */
  plan(named: Life[], customers: Life[]): void {
    const { now, services } = this.seeding;
    const habits = named.flatMap((life) =>
      pastMovements(life.habits, now, services.chance).map((movement) => ({ life, ...movement })),
    );
    const firsts = customers.map((life) => this.firstDeposit(life));
    for (const { life, ...movement } of [...habits, ...firsts]) this.add(life, movement);
    for (let count = habits.length + firsts.length; count < movementCount; count += 1) {
      const life = customers[services.chance.below(customers.length)];
      if (life) this.planOne(life, count % transferEvery === 0 ? customers : undefined);
    }
  }

  /** What the services do to accounts by themselves is not known here. */
  forget(): void {
    this.known.clear();
  }

  /** But for a sum that each of some accounts paid. */
  paid(accountIds: number[], sum: bigint): void {
    for (const id of accountIds) {
      const account = this.known.get(id);
      if (account) this.known.set(id, { ...account, balance: account.balance - sum });
    }
  }

  /** Sees to it that an account can spend an amount, by money from outside where it must. */
  async provide(life: Life, amount: bigint): Promise<void> {
    const missing = amount - (await this.available(life.accountId));
    if (missing <= 0n) return;
    const rounded = ((missing + 100_000n) / 50_000n) * 50_000n + 50_000n;
    await this.post(life, 'transfer', 'Virement reçu – Épargne', rounded);
  }

  /** Tells the cards when they were used last. */
  async noteCardUses(): Promise<void> {
    for (const [cardId, usedAt] of this.cardUses) {
      await this.seeding.runner.query('UPDATE cards SET last_used_at = ? WHERE id = ?', [usedAt, cardId]);
    }
  }

  private firstDeposit(life: Life) {
    const amount = BigInt(40_000 + this.seeding.services.chance.below(200_000));
    return {
      ...({ life, kind: 'deposit', description: 'Premier versement', amount } as const),
      at: later(life.joinedAt, 1),
    };
  }

  private planOne(life: Life, others: Life[] | undefined): void {
    const { now, services, timeline } = this.seeding;
    const { chance } = services;
    const at = timeOfDay(now, 1 + chance.below(life.daysAgo - 1), chance);
    const to = others?.[chance.below(others.length)];
    if (to && to !== life && to.joinedAt < at) {
      const amount = BigInt(500 + 50 * chance.below(400));
      timeline.add(at, () => this.send(life, to, amount));
      return;
    }
    const drawn = spending[chance.below(spending.length)];
    if (!drawn) throw new Error('the demonstration has nothing to spend money on');
    const { description, least, most } = drawn;
    const amount = BigInt(least + chance.below(most - least + 1));
    this.add(life, { kind: drawn.kind as TransferKind, description, amount, at });
  }

  private add(life: Life, { kind, description, amount, at }: Planned): void {
    this.seeding.timeline.add(at, () => this.live(life, kind, description, amount));
  }

  /** Who cannot pay, or may not withdraw so much, adds funds instead. */
  private async live(life: Life, kind: TransferKind, description: string, amount: bigint): Promise<void> {
    if (amount < 0n && (await this.available(life.accountId)) + amount < 0n) return this.addFunds(life);
    const [cardId] = life.cardIds;
    if (kind === 'card' && cardId) this.cardUses.set(cardId, this.seeding.services.clock.now());
    try {
      await this.post(life, kind, description, amount);
    } catch (error) {
      if (!(error instanceof Failure) || !limits.has(error.code)) throw error;
      await this.addFunds(life);
    }
  }

  private addFunds(life: Life): Promise<void> {
    const funds = BigInt(30_000 + 5_000 * this.seeding.services.chance.below(20));
    return this.post(life, 'deposit', 'Ajout de fonds', funds);
  }

  private async post(life: Life, kind: TransferKind, description: string, amount: bigint): Promise<void> {
    const other = kind === 'deposit' ? bankAccounts.funding : bankAccounts.outside;
    const reference = await this.write(life, kind, description, [
      { accountId: other, amount: -amount },
      { accountId: life.accountId, amount },
    ]);
    if (kind === 'deposit') await this.tell(life, 'funds_added', { amount: decimal(amount), reference });
  }

  private async send(from: Life, to: Life, amount: bigint): Promise<void> {
    if ((await this.available(from.accountId)) < amount) {
      return this.post(from, 'deposit', 'Ajout de fonds', amount + 20_000n);
    }
    const reference = await this.write(from, 'transfer', 'Virement', [
      { accountId: from.accountId, amount: -amount, description: nameOf(to) },
      { accountId: to.accountId, amount, description: nameOf(from) },
    ]);
    await this.tell(to, 'money_received', { amount: decimal(amount), sender: nameOf(from), reference });
  }

  private async write(by: Life, kind: TransferKind, description: string, legs: Leg[]): Promise<string> {
    const { runner, services } = this.seeding;
    const locked = new Map<number, LockedAccount>();
    for (const { accountId } of legs) locked.set(accountId, await this.account(accountId));
    const movement = { kind, description, legs, createdBy: by.userId, requestId: null };
    const { reference, accounts } = await services.ledger.append(runner, locked, movement);
    for (const [id, account] of accounts) this.known.set(id, account);
    return reference;
  }

  private async account(id: number): Promise<LockedAccount> {
    const known = this.known.get(id);
    if (known) return known;
    const locked = await this.seeding.services.ledger.lock(this.seeding.runner, [id]);
    for (const account of locked.values()) this.known.set(id, account);
    return this.account(id);
  }

  private async available(id: number): Promise<bigint> {
    const { balance, held } = await this.account(id);
    return balance - held;
  }

  private tell(life: Life, key: 'funds_added' | 'money_received', values: Record<string, string>) {
    const { runner, services } = this.seeding;
    return services.notifications.notify(runner, life.userId, { type: 'transaction', key, values });
  }
}

const decimal = (amount: bigint) => toDecimal(amount).toFixed(2);
const nameOf = ({ user }: Life) => `${user.first_name} ${user.last_name}`;
