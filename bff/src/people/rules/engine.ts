import {
  type Condition,
  countersOf,
  type Operand,
  type RuleDefinition,
  weightThatHolds,
} from '@bank/contracts/rules';
import { type Comparison, type Counter, type RuleAction, ruleActions } from '@bank/contracts/rule-words';
import type { CounterBook } from './counter-book';
import type { ScoredEvent } from './scored-event';

/** A version of a rule that is in force. */
export interface ActiveRule {
  id: number;
  version: number;
  definition: RuleDefinition;
}

export interface Decision {
  action: RuleAction;
  /** Of all rules that hit. */
  weight: number;
  /** The strictest first, of those the heaviest. */
  hits: ActiveRule[];
}

const strictness = (action: RuleAction) => ruleActions.indexOf(action);

const holds: Record<Comparison, (left: number, right: number) => boolean> = {
  above: (left, right) => left > right,
  at_least: (left, right) => left >= right,
  below: (left, right) => left < right,
  at_most: (left, right) => left <= right,
};

function valueOf(of: Operand, event: ScoredEvent, book: CounterBook): number | null {
  if (of.of === 'number') return of.value;
  const value =
    of.of === 'fact' ? (event.facts[of.fact] ?? null) : book.measure(event, of.counter, of.measure, of.hours);
  return value === null ? null : value * (of.times ?? 1);
}

/** Whether a condition holds for an event, by the counters before it. */
export function isTrue(of: Condition, event: ScoredEvent, book: CounterBook): boolean {
  switch (of.test) {
    case 'compare': {
      const left = valueOf(of.left, event, book);
      const right = valueOf(of.right, event, book);
      return left !== null && right !== null && holds[of.is](left, right);
    }
    case 'flag':
      return event.facts[of.fact] === of.is;
    case 'listed': {
      const value = event.facts[of.fact];
      return value !== undefined && of.values.includes(value) === of.is;
    }
    case 'all':
      return of.of.every((part) => isTrue(part, event, book));
    case 'any':
      return of.of.some((part) => isTrue(part, event, book));
    case 'none':
      return !of.of.some((part) => isTrue(part, event, book));
  }
}

/** Whether a rule is about an event and holds for it. */
export const isHit = ({ definition }: ActiveRule, event: ScoredEvent, book: CounterBook): boolean =>
  definition.enabled && definition.events.includes(event.kind) && isTrue(definition.condition, event, book);

/** What the rules decide about an event: the strictest action; many milder ones together hold. */
export function judge(rules: readonly ActiveRule[], event: ScoredEvent, book: CounterBook): Decision {
  const hits = rules.filter((rule) => isHit(rule, event, book)).sort(strictestFirst);
  const weight = hits.reduce((sum, { definition }) => sum + definition.weight, 0);
  const strictest = hits[0]?.definition.action ?? 'allow';
  const isHeavy = weight >= weightThatHolds && strictness(strictest) < strictness('hold');
  return { action: isHeavy ? 'hold' : strictest, weight, hits };
}

const strictestFirst = ({ definition: left }: ActiveRule, { definition: right }: ActiveRule) =>
  strictness(right.action) - strictness(left.action) || right.weight - left.weight;

/** The counters that rules ask for. */
export const askedOf = (rules: readonly ActiveRule[]): ReadonlySet<Counter> =>
  new Set(rules.flatMap(({ definition }) => countersOf(definition.condition)));

/** Whether an action stops an event. */
export const stops = (action: RuleAction): action is 'hold' | 'block' =>
  strictness(action) >= strictness('hold');
