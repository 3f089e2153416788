import type { RuleDefinition, RuleOutcome } from '@bank/contracts/rules';
import type { RuleAction } from '@bank/contracts/rule-words';
import { CounterBook } from '../rules/counter-book';
import { type ActiveRule, type Judge, judgeOf, stops } from '../rules/engine';
import type { ScoredEvent } from '../rules/scored-event';

/** A past event with its decision of that time. */
export interface PastEvent extends ScoredEvent {
  id: number;
  action: RuleAction;
  outcome: RuleOutcome;
  /** It happened, and was counted. */
  isCounted: boolean;
}

export interface Difference {
  eventId: number;
  was: RuleAction;
  wouldBe: RuleAction;
}

type ByOutcome = Record<RuleOutcome, number>;
const none = (): ByOutcome => ({ unknown: 0, honest: 0, fraud: 0 });

/**
 * Judges history again with one version in force beside the other rules. The counters are those of what happened, built from
 * the events before each; before `from`, events only feed them.
 */
export class Replay {
  readonly stopped = none();
  readonly wouldStop = none();
  events = 0;
  hits = 0;
  differences = 0;
  private readonly book = new CounterBook();
  private readonly judgeAgain: Judge;
  private readonly wanted: ActiveRule;

  /** @param others the published rules; that of the same id gives way. */
  constructor(
    { id, definition }: { id: number; definition: RuleDefinition },
    others: readonly ActiveRule[],
    private readonly from: Date,
  ) {
    this.wanted = { id, version: 0, definition };
    this.judgeAgain = judgeOf([...others.filter((rule) => rule.id !== id), this.wanted]);
  }

  /** Judges the next events in the order of their ids, and returns those with another decision than then. */
  take(events: PastEvent[]): Difference[] {
    const differences: Difference[] = [];
    for (const event of events) {
      const difference = event.at >= this.from ? this.judge(event) : undefined;
      if (difference) differences.push(difference);
      if (event.isCounted) this.book.count(event);
    }
    return differences;
  }

  private judge(event: PastEvent): Difference | undefined {
    this.events += 1;
    const { action: wouldBe, hits } = this.judgeAgain(event, this.book);
    if (hits.includes(this.wanted)) this.hits += 1;
    if (stops(event.action)) this.stopped[event.outcome] += 1;
    if (stops(wouldBe)) this.wouldStop[event.outcome] += 1;
    if (wouldBe === event.action) return undefined;
    this.differences += 1;
    return { eventId: event.id, was: event.action, wouldBe };
  }
}
