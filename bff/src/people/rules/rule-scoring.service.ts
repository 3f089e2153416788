import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import type { Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { parisHour } from '../../platform/time/paris-day';
import { type Addition, CounterBook, type SeriesKey, seriesOf } from './counter-book';
import { type Decision, stops } from './engine';
import { storeScored } from './event-keeper';
import { PublishedRules, type RuleSet } from './published-rules.service';
import { RuleCases } from './rule-cases.service';
import { RulePasses } from './rule-passes.service';
import { RuleStop } from './rule-stop';
import type { ScoredEvent } from './scored-event';
import {
  type CountRow,
  countsQuery,
  customersQuery,
  lockMarks,
  makeMarks,
  type MarkRow,
  publicationQuery,
} from './rules.sql';
import { incomeOf, type OutsideReceived } from './income';
import type { Bucket, Mark } from './series-pool';

/** An event before the engine adds what it knows of the customer and the hour. */
export interface ReportedEvent extends Omit<ScoredEvent, 'at'> {
  /** For money that a customer sends: other banks' credits to the customer, read from the locked account. */
  outside?: OutsideReceived;
}

/** Events whose series are locked, so that they can be judged and counted one after the other. */
export interface Scoring {
  events: ScoredEvent[];
  judge(event: ScoredEvent): Decision;
  /** Counts an event that happens, for those judged after it. */
  keep(event: ScoredEvent, decision: Decision, caseId?: number): void;
  /** Stores the kept events when the transaction commits. */
  save(): void;
}

/** Scores events by the published rules, inside the callers' transactions. */
@Injectable()
export class RuleScoring {
  constructor(
    private readonly published: PublishedRules,
    private readonly passes: RulePasses,
    private readonly cases: RuleCases,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The digest that replaces an account, an address or a device in keys: equal for equal texts, and irreversible. */
  digest(text: string): string {
    return createHmac('sha256', this.config.fingerprintKey)
      .update(`rules ${text}`)
      .digest('base64url')
      .slice(0, 16);
  }

  /**
   * Scores an event that is about to happen. One that may is counted, and kept when the transaction commits.
   * @param isProven the customer approved the call, which is what a challenge asks for
   * @returns whether it may happen; not where a rule challenges and the customer has not approved
   * @throws RuleStop when it is held or blocked and no person let it through.
   */
  async score(tx: Transaction, reported: ReportedEvent, isProven: boolean): Promise<boolean> {
    const { scoring, event, decision } = await this.judgeOne(tx, reported);
    const { isApproved, caseId } = await this.admit(tx, event, decision, isProven);
    if (!isApproved) return false;
    scoring.keep(event, decision, caseId);
    scoring.save();
    return true;
  }

  /**
   * Scores an event that happens without its customer, who can approve nothing now: a challenge that was not met when it was
   * ordered holds it.
   * @param isProven the customer approved the order
   * @throws RuleStop when it is held or blocked and no person let it through.
   */
  async scorePlanned(tx: Transaction, reported: ReportedEvent, isProven: boolean): Promise<void> {
    const { scoring, event, decision: judged } = await this.judgeOne(tx, reported);
    const isUnmet = judged.action === 'challenge' && !isProven;
    const decision: Decision = isUnmet ? { ...judged, action: 'hold' } : judged;
    const { caseId } = await this.admit(tx, event, decision, isProven);
    scoring.keep(event, decision, caseId);
    scoring.save();
  }

  /**
   * Whether a judged event may happen, and the case of what was noticed about it; without the approval that a rule asks for
   * it may not.
   * @throws RuleStop when it is held or blocked and no person let it through.
   */
  async admit(
    tx: Transaction,
    event: ScoredEvent,
    decision: Decision,
    isProven: boolean,
  ): Promise<{ isApproved: boolean; caseId?: number | undefined }> {
    const { action } = decision;
    if (action === 'challenge' && !isProven) return { isApproved: false };
    if (stops(action) && !(action === 'hold' && (await this.passes.use(tx, event)))) {
      throw new RuleStop(event, { ...decision, action });
    }
    return { isApproved: true, caseId: await this.cases.finding(tx, event, decision) };
  }

  /** Judges one event; the caller acts on the decision. */
  async judgeOne(
    tx: Transaction,
    reported: ReportedEvent,
  ): Promise<{ scoring: Scoring; event: ScoredEvent; decision: Decision }> {
    const scoring = await this.begin(tx, [reported]);
    const [event] = scoring.events;
    if (!event) throw new Error('an event to be scored is missing');
    return { scoring, event, decision: scoring.judge(event) };
  }

  /**
   * Locks what events touch and reads it. Accounts are locked before; marks are locked in the order of their
   * names, those of new series last, so that simultaneous events wait for each other and are counted exactly.
   */
  async begin(tx: Transaction, reported: ReportedEvent[]): Promise<Scoring> {
    const now = this.clock.now();
    const bare = reported.map(({ outside: _, ...each }): ScoredEvent => ({ ...each, at: now }));
    let set = this.published.current;
    for (;;) {
      const found = await this.read(tx, bare, set, now);
      if (found.publication === set.publication) {
        const outside = new Map(found.events.map((event, index) => [event, reported[index]?.outside]));
        return this.scoringOf(tx, { ...found, set, outside });
      }
      set = await this.published.reload(tx, found.publication);
    }
  }

  private async read(tx: Transaction, bare: ScoredEvent[], { asked }: RuleSet, now: Date) {
    const keys = new Map(bare.flatMap((event) => seriesOf(event, asked)).map((key) => [key.name, key]));
    const series = [...keys.values()].sort(byName);
    const [locked, counts, publications, customers] = await tx.together([
      lockMarks(series.map(({ name }) => name)),
      countsQuery(series, now),
      publicationQuery,
      customersQuery([...new Set(bare.map(({ userId }) => userId))], now),
    ]);
    const present = new Set(locked.map(({ series: name }) => name));
    const missing = series.filter(({ name }) => !present.has(name));
    if (missing.length > 0) {
      const [laterLocked, laterCounts] = await this.make(tx, missing, now);
      locked.push(...laterLocked);
      counts.push(...laterCounts);
    }
    const { book, marks } = bookOf(keys, locked, counts);
    const known = new Map(customers.map((customer) => [customer.id, customer]));
    const events = bare.map((event): ScoredEvent => {
      const customer = known.get(event.userId);
      const age = customer ? now.getTime() - customer.createdAt.getTime() : 0;
      const facts = {
        hour: parisHour(now),
        relation_days: Math.floor(age / dayMs),
        verified: customer?.verified ?? false,
      };
      return { ...event, facts: { ...facts, ...event.facts } };
    });
    return { book, marks, events, publication: publications[0]?.publication ?? 0 };
  }

  /** Makes, locks and reads the marks of series that had none, which others may have made and counted meanwhile. */
  private async make(tx: Transaction, missing: SeriesKey[], now: Date): Promise<[MarkRow[], CountRow[]]> {
    const names = missing.map(({ name }) => name);
    const [, locked, counts] = await tx.together([
      makeMarks(names),
      lockMarks(names),
      countsQuery(missing, now),
    ]);
    return [locked, counts];
  }

  private scoringOf(
    tx: Transaction,
    {
      book,
      marks,
      events,
      set,
      outside,
    }: {
      book: CounterBook;
      marks: ReadonlyMap<string, Mark>;
      events: ScoredEvent[];
      set: RuleSet;
      outside: ReadonlyMap<ScoredEvent, OutsideReceived | undefined>;
    },
  ): Scoring {
    const kept: Parameters<typeof storeScored>[0] = [];
    const additions: Addition[] = [];
    return {
      events,
      judge: (event) => {
        // Events kept earlier in this transaction are income too.
        Object.assign(event.facts, incomeOf(event, book, outside.get(event)));
        return set.judge(event, book);
      },
      keep: (event, decision, caseId) => {
        additions.push(...book.add(event));
        kept.push({ event, decision, isCounted: true, caseId });
      },
      save: () => tx.defer(...storeScored(kept, additions, marks)),
    };
  }
}

const byName = ({ name: left }: SeriesKey, { name: right }: SeriesKey) => (left < right ? -1 : 1);

/** The counters of series as they are stored, and the marks of those of which anything was counted. */
function bookOf(
  keys: ReadonlyMap<string, SeriesKey>,
  locked: MarkRow[],
  counts: CountRow[],
): { book: CounterBook; marks: Map<string, Mark> } {
  const book = new CounterBook();
  const marks = new Map<string, Mark>();
  const buckets = new Map<string, Bucket[]>();
  for (const { series, ...bucket } of counts) {
    const known = buckets.get(series);
    if (known) known.push(bucket);
    else buckets.set(series, [bucket]);
  }
  for (const { series, first, last, value, elsewhere } of locked) {
    const key = keys.get(series);
    if (!key || !first || !last) continue;
    const mark = {
      first: first.getTime(),
      last: last.getTime(),
      value,
      elsewhere: elsewhere?.getTime() ?? null,
    };
    marks.set(series, mark);
    book.put(key, mark, buckets.get(series) ?? []);
  }
  return { book, marks };
}
