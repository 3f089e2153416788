import { isDatabaseAway } from './database-away';
import { ApiException } from '../errors/api-exception';

/**
 * What became of one order of a batch. `again`: nothing was done for it, it takes part in a later batch; `alone`: likewise,
 * and it needs a commit of its own.
 */
export type Outcome<Answer> = { answer: Answer } | { error: unknown } | 'again' | 'alone';

export interface SharedCommitsOptions<Order, Answer> {
  /**
   * Commits a batch in one transaction and returns the outcome of each order. A single order may wait for locks; several
   * must not, since one of them would delay all.
   * @throws the error of the whole batch, of which nothing may have been committed unless the database is away.
   */
  commit(orders: Order[], isAlone: boolean): Promise<Outcome<Answer>[]>;
  /** The resources that an order locks, such as its accounts: orders that share one are committed in order of arrival. */
  needs(order: Order): number[];
  /** Batches, and orders alone, that are committed at once. */
  writers: number;
  alone: number;
  /** Orders of one batch, and those that may wait. */
  size: number;
  waiting: number;
  /** How long a free writer waits for as many orders as the batch before had, ms. */
  gatherMs: number;
  /** An order that has waited so long is refused. */
  patienceMs: number;
}

interface Member<Order, Answer> {
  order: Order;
  needs: number[];
  since: number;
  isAlone: boolean;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Lets orders that wait at the same moment share a commit. A free writer takes what is there; only while orders come in numbers
 * does it wait for a moment for as many as the batch before had. A batch that fails is repeated one order at a time, so that none
 * refuses its neighbours.
 */
export class SharedCommits<Order, Answer> {
  private waiting: Member<Order, Answer>[] = [];
  /** The needs of orders under way. */
  private readonly taken = new Set<number>();
  private readonly underWay = { together: 0, alone: 0 };
  /** How many orders are worth waiting for: as many as the batch before had, and one after a wait that brought fewer. */
  private expected = 1;
  private gathering: NodeJS.Timeout | undefined;
  private whenIdle: (() => void)[] = [];

  constructor(private readonly options: SharedCommitsOptions<Order, Answer>) {}

  /**
   * Resolves or rejects with the outcome of the order.
   * @throws ApiException UNAVAILABLE when too many wait or the order waited too long; then nothing was done for it.
   */
  add(order: Order): Promise<Answer> {
    if (this.waiting.length >= this.options.waiting) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const needs = this.options.needs(order);
      const since = performance.now();
      this.waiting.push({ order, needs, since, isAlone: false, resolve, reject });
      this.next();
    });
  }

  /** Resolves once no order waits or is under way. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.whenIdle.push(resolve));
  }

  private get isIdle(): boolean {
    const { together, alone } = this.underWay;
    return this.waiting.length + together + alone === 0;
  }

  private next(): void {
    this.refuseLate();
    const { together, alone } = this.pick();
    for (const member of alone) void this.run([member], 'alone');
    if (together.length > 0) void this.run(together, 'together');
    if (this.isIdle) for (const resolve of this.whenIdle.splice(0)) resolve();
  }

  private refuseLate(): void {
    const oldest = performance.now() - this.options.patienceMs;
    if ((this.waiting[0]?.since ?? oldest) >= oldest) return;
    const late = this.waiting.filter(({ since }) => since < oldest);
    this.waiting = this.waiting.filter(({ since }) => since >= oldest);
    for (const { reject } of late) reject(unavailable());
  }

  /** Takes the orders to begin now, oldest first; an order that shares a resource with a waiting one waits behind it. */
  private pick(): Record<'together' | 'alone', Member<Order, Answer>[]> {
    const { writers, alone: lanes, size } = this.options;
    const picked = { together: [] as Member<Order, Answer>[], alone: [] as Member<Order, Answer>[] };
    const room = {
      together: this.underWay.together < writers && !this.gathers() ? size : 0,
      alone: lanes - this.underWay.alone,
    };
    if (room.together + room.alone === 0) return picked;
    const blocked = new Set(this.taken);
    const shared = new Set<number>();
    this.waiting = this.waiting.filter((member) => {
      const kind = member.isAlone ? 'alone' : 'together';
      const isFree = !member.needs.some((need) => blocked.has(need) || (member.isAlone && shared.has(need)));
      const isPicked = isFree && picked[kind].length < room[kind];
      if (isPicked) picked[kind].push(member);
      const claimed = isPicked && !member.isAlone ? shared : blocked;
      for (const need of member.needs) claimed.add(need);
      return !isPicked;
    });
    return picked;
  }

  /**
   * Whether a batch waits for more orders. The callers that a batch has answered send their next orders one after the other,
   * and a batch of the first of these costs nearly as much as one of all. An order that comes by itself never waits.
   */
  private gathers(): boolean {
    if (this.waiting.length === 0) return false;
    if (this.waiting.length >= this.expected) {
      clearTimeout(this.gathering);
      this.gathering = undefined;
      return false;
    }
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.expected = 1;
      this.next();
    }, this.options.gatherMs);
    return true;
  }

  private async run(members: Member<Order, Answer>[], kind: 'together' | 'alone'): Promise<void> {
    const needs = members.flatMap((member) => member.needs);
    this.underWay[kind] += 1;
    if (kind === 'together') this.expected = members.length;
    for (const need of needs) this.taken.add(need);
    const outcomes = await this.outcomesOf(members, kind === 'alone');
    this.underWay[kind] -= 1;
    for (const need of needs) this.taken.delete(need);
    this.settle(members, outcomes);
    this.next();
  }

  /** Whether a lost connection committed is unknown, so its orders are not repeated: their keys show the caller. */
  private async outcomesOf(members: Member<Order, Answer>[], isAlone: boolean): Promise<Outcome<Answer>[]> {
    try {
      const orders = members.map(({ order }) => order);
      return await this.options.commit(orders, isAlone);
    } catch (error) {
      const isFinal = members.length === 1 || isDatabaseAway(error);
      return members.map(() => (isFinal ? { error } : 'alone'));
    }
  }

  private settle(members: Member<Order, Answer>[], outcomes: Outcome<Answer>[]): void {
    const back: Member<Order, Answer>[] = [];
    for (const [at, member] of members.entries()) {
      const outcome = outcomes[at] ?? { error: new Error('an order of a batch has no outcome') };
      if (typeof outcome === 'string') back.push({ ...member, isAlone: outcome === 'alone' });
      else if ('error' in outcome) member.reject(outcome.error);
      else member.resolve(outcome.answer);
    }
    this.waiting.unshift(...back);
  }
}

const unavailable = () => new ApiException('UNAVAILABLE', { retryAfterSeconds: 1 });
