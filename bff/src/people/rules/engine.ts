import {
  type Condition,
  countersOf,
  type Operand,
  type RuleDefinition,
  weightThatHolds,
} from '@bank/contracts/rules';
import {
  type Comparison,
  type Counter,
  type RuleAction,
  ruleActions,
  type RuleEvent,
  ruleEvents,
} from '@bank/contracts/rule-words';
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

type Numbers = (event: ScoredEvent, book: CounterBook) => number | null;
/** Whether something holds for an event, by the counters before it. */
export type Test = (event: ScoredEvent, book: CounterBook) => boolean;
/** Decides about an event, from the counters before it. */
export type Judge = (event: ScoredEvent, book: CounterBook) => Decision;

const holds: Record<Comparison, (left: number, right: number) => boolean> = {
  above: (left, right) => left > right,
  at_least: (left, right) => left >= right,
  below: (left, right) => left < right,
  at_most: (left, right) => left <= right,
};

function numbersOf(of: Operand): Numbers {
  if (of.of === 'number') return () => of.value;
  const { times = 1 } = of;
  const read: Numbers =
    of.of === 'fact'
      ? (event) => event.facts[of.fact] ?? null
      : (event, book) => book.measure(event, of.counter, of.measure, of.hours);
  return (event, book) => {
    const value = read(event, book);
    return value === null ? null : value * times;
  };
}

/** Makes a function of a condition once, so that its tree is not read again for each of a million events. */
export function testOf(of: Condition): Test {
  switch (of.test) {
    case 'compare':
      return comparisonOf(of);
    case 'flag':
      return (event) => event.facts[of.fact] === of.is;
    case 'listed': {
      const values = new Set(of.values);
      return ({ facts: { [of.fact]: value } }) => value !== undefined && values.has(value) === of.is;
    }
    default: {
      const parts = of.of.map(testOf);
      if (of.test === 'all') return (event, book) => parts.every((part) => part(event, book));
      const isAny: Test = (event, book) => parts.some((part) => part(event, book));
      return of.test === 'any' ? isAny : (event, book) => !isAny(event, book);
    }
  }
}

function comparisonOf(of: Extract<Condition, { test: 'compare' }>): Test {
  const [left, right, is] = [numbersOf(of.left), numbersOf(of.right), holds[of.is]];
  return (event, book) => {
    const value = left(event, book);
    if (value === null) return false;
    const limit = right(event, book);
    return limit !== null && is(value, limit);
  };
}

/** Makes a function of rules that finds the strictest action for an event; many milder ones together hold. */
export function judgeOf(rules: readonly ActiveRule[]): Judge {
  const byKind = new Map<RuleEvent, { rule: ActiveRule; test: Test }[]>(ruleEvents.map((kind) => [kind, []]));
  for (const rule of rules) {
    if (!rule.definition.enabled) continue;
    const tested = { rule, test: testOf(rule.definition.condition) };
    for (const kind of new Set(rule.definition.events)) byKind.get(kind)?.push(tested);
  }
  return (event, book) => {
    let hits: ActiveRule[] | undefined;
    for (const { rule, test } of byKind.get(event.kind) ?? []) {
      if (test(event, book)) (hits ??= []).push(rule);
    }
    return hits ? decisionOf(hits.sort(strictestFirst)) : quiet;
  };
}

const quiet: Decision = { action: 'allow', weight: 0, hits: [] };

function decisionOf(hits: ActiveRule[]): Decision {
  const weight = hits.reduce((sum, { definition }) => sum + definition.weight, 0);
  const strictest = hits[0]?.definition.action ?? 'allow';
  const isHeavy = weight >= weightThatHolds && strictness(strictest) < strictness('hold');
  return { action: isHeavy ? 'hold' : strictest, weight, hits };
}

const strictestFirst = ({ definition: left }: ActiveRule, { definition: right }: ActiveRule) =>
  strictness(right.action) - strictness(left.action) || right.weight - left.weight;

/** The counters that rules ask for, with the hours of the longest window; 0 where no window is asked for. */
export type Asked = ReadonlyMap<Counter, number>;

export function askedOf(rules: readonly ActiveRule[]): Asked {
  const asked = new Map<Counter, number>();
  for (const { counter, hours } of rules.flatMap(({ definition }) => countersOf(definition.condition))) {
    asked.set(counter, Math.max(hours, asked.get(counter) ?? 0));
  }
  return asked;
}

/** Whether an action stops an event. */
export const stops = (action: RuleAction): action is 'hold' | 'block' =>
  strictness(action) >= strictness('hold');
