import type { ErrorCode } from '@bank/contracts/errors';
import { toDecimal } from '@bank/contracts/money';
import { ApiException } from '../platform/errors/api-exception';
import { homeCurrency } from '@bank/contracts/currencies';
import { bankAccounts, cardSettlementOf } from '../money/ledger/bank-accounts';
import { legsBetween, type Leg, type LockedAccount, type TransferKind } from '../money/ledger/movement';
import spending from './data/spending.json';
import { pastMovements } from './history';
import { Purchases } from './purchases';
import type { DemoPerson, Seeding } from './demo-person';
import { later, timeOfDay } from './timeline';

/** How many movements the demonstration has besides payments and scheduled debits. */
const movementCount = 5_000;

const limits = new Set<ErrorCode>(['WITHDRAWAL_LIMIT_EXCEEDED']);

/** One movement in this many goes from a customer to another. */
const transferEvery = 14;

interface Planned {
  kind: TransferKind;
  description: string;
  amount: bigint;
  at: Date;
}

/** Moves the demonstration's money. Locks each account once and caches it. */
export class Movements {
  private readonly known = new Map<number, LockedAccount>();
  private readonly cardUses = new Map<number, Date>();

  private readonly purchases: Purchases;

  constructor(private readonly seeding: Seeding) {
    this.purchases = new Purchases(seeding);
  }

  /** Plans the named people's habits, a first deposit for everybody else, and random movements for the rest. */
  plan(named: DemoPerson[], customers: DemoPerson[]): void {
    const { now, services } = this.seeding;
    const habits = named.flatMap((person) =>
      pastMovements(person.habits, now, services.random).map((movement) => ({ person, ...movement })),
    );
    const [, marie] = named;
    if (marie) this.purchases.planDeclined(marie);
    const firsts = customers.map((person) => this.firstDeposit(person));
    for (const { person, ...movement } of [...habits, ...firsts]) this.add(person, movement);
    for (let count = habits.length + firsts.length; count < movementCount; count += 1) {
      const person = customers[services.random.below(customers.length)];
      if (person) this.planOne(person, count % transferEvery === 0 ? customers : undefined);
    }
  }

  /** To be called after a service changed accounts. */
  forget(): void {
    this.known.clear();
  }

  /** Deducts an amount that a service took from each of some accounts. */
  paid(accountIds: number[], sum: bigint): void {
    for (const id of accountIds) {
      const account = this.known.get(id);
      if (account) this.known.set(id, { ...account, balance: account.balance - sum });
    }
  }

  /** Makes an account able to spend an amount, by an incoming transfer if necessary. */
  async provide(person: DemoPerson, amount: bigint): Promise<void> {
    const missing = amount - (await this.available(person.accountId));
    if (missing <= 0n) return;
    const rounded = ((missing + 100_000n) / 50_000n) * 50_000n + 50_000n;
    await this.post(person, 'transfer', 'Virement reçu – Épargne', rounded);
    await this.seeding.tx.flush();
  }

  /** Stores when each card was last used. */
  async saveCardUses(): Promise<void> {
    for (const [cardId, usedAt] of this.cardUses) {
      await this.seeding.tx.write('UPDATE cards SET last_used_at = ? WHERE id = ?', [usedAt, cardId]);
    }
  }

  private firstDeposit(person: DemoPerson) {
    const amount = BigInt(40_000 + this.seeding.services.random.below(200_000));
    return {
      person,
      kind: 'deposit' as const,
      description: 'Premier versement',
      amount,
      at: later(person.joinedAt, 1),
    };
  }

  private planOne(person: DemoPerson, others: DemoPerson[] | undefined): void {
    const { now, services, timeline } = this.seeding;
    const { random } = services;
    const at = timeOfDay(now, 1 + random.below(person.daysAgo - 1), random);
    const to = others?.[random.below(others.length)];
    if (to && to !== person && to.joinedAt < at) {
      const amount = BigInt(500 + 50 * random.below(400));
      timeline.addDeferring(at, () => this.send(person, to, amount));
      return;
    }
    const drawn = spending[random.below(spending.length)];
    if (!drawn) throw new Error('the demonstration has nothing to spend money on');
    const { description, least, most } = drawn;
    const amount = BigInt(least + random.below(most - least + 1));
    this.add(person, { kind: drawn.kind as TransferKind, description, amount, at });
  }

  private add(person: DemoPerson, { kind, description, amount, at }: Planned): void {
    this.seeding.timeline.addDeferring(at, () => this.move(person, kind, description, amount));
  }

  /** Adds funds instead where the balance or a limit does not allow the movement. */
  private async move(
    person: DemoPerson,
    kind: TransferKind,
    description: string,
    amount: bigint,
  ): Promise<void> {
    if (amount < 0n && (await this.available(person.accountId)) + amount < 0n) return this.addFunds(person);
    const [cardId] = person.cardIds;
    if (kind === 'card' && cardId) this.cardUses.set(cardId, this.seeding.services.clock.now());
    try {
      await this.post(person, kind, description, amount);
    } catch (error) {
      if (!(error instanceof ApiException) || !limits.has(error.code)) throw error;
      await this.addFunds(person);
    }
  }

  private addFunds(person: DemoPerson): Promise<void> {
    const funds = BigInt(30_000 + 5_000 * this.seeding.services.random.below(20));
    return this.post(person, 'deposit', 'Ajout de fonds', funds);
  }

  private async post(
    person: DemoPerson,
    kind: TransferKind,
    description: string,
    amount: bigint,
  ): Promise<void> {
    const isByCard =
      (kind === 'card' || kind === 'withdrawal') && this.purchases.isKnown(person, description);
    const outside = isByCard ? cardSettlementOf(homeCurrency) : bankAccounts.outside;
    const other = kind === 'deposit' ? bankAccounts.funding : outside;
    const legs = legsBetween(other, person.accountId, amount);
    const reference = await this.append(person, kind, description, legs);
    if (isByCard) {
      const used = { kind: kind === 'card' ? ('purchase' as const) : ('cash' as const), description };
      this.purchases.booked(person, { ...used, amount: -amount }, reference);
    }
    if (kind === 'deposit') await this.notify(person, 'funds_added', { amount: decimal(amount), reference });
  }

  private async send(from: DemoPerson, to: DemoPerson, amount: bigint): Promise<void> {
    if ((await this.available(from.accountId)) < amount) {
      return this.post(from, 'deposit', 'Ajout de fonds', amount + 20_000n);
    }
    const reference = await this.append(from, 'transfer', 'Virement', [
      { accountId: from.accountId, amount: -amount, description: nameOf(to) },
      { accountId: to.accountId, amount, description: nameOf(from) },
    ]);
    await this.notify(to, 'money_received', { amount: decimal(amount), sender: nameOf(from), reference });
  }

  private async append(
    by: DemoPerson,
    kind: TransferKind,
    description: string,
    legs: Leg[],
  ): Promise<string> {
    const { tx, services } = this.seeding;
    if (kind === 'withdrawal') await tx.flush();
    const locked = new Map<number, LockedAccount>();
    for (const { accountId } of legs) locked.set(accountId, await this.account(accountId));
    const movement = { description, legs, createdBy: by.userId, requestId: null };
    const { reference, accounts } =
      kind === 'withdrawal'
        ? await services.ledger.append(tx, locked, { ...movement, kind })
        : services.ledger.appendDeferred(tx, locked, { ...movement, kind });
    for (const [id, account] of accounts) this.known.set(id, account);
    return reference;
  }

  private async account(id: number): Promise<LockedAccount> {
    const known = this.known.get(id);
    if (known) return known;
    const { services, tx } = this.seeding;
    await tx.flush();
    const locked = await services.ledger.lock(tx, [id]);
    // The past is from before the limits of levels.
    for (const account of locked.values()) this.known.set(id, { ...account, isLimited: false });
    return this.account(id);
  }

  private async available(id: number): Promise<bigint> {
    const { balance, held } = await this.account(id);
    return balance - held;
  }

  private notify(person: DemoPerson, key: 'funds_added' | 'money_received', values: Record<string, string>) {
    const { tx, services } = this.seeding;
    return services.notifications.notify(tx, person.userId, { type: 'transaction', key, values });
  }
}

const decimal = (amount: bigint) => toDecimal(amount).toFixed(2);
const nameOf = ({ user }: DemoPerson) => `${user.first_name} ${user.last_name}`;
