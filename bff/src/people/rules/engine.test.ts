import fc from 'fast-check';
import type { Condition, RuleDefinition } from '@bank/contracts/rules';
import { ruleDefinition } from '@bank/contracts/rules';
import { CounterBook, seriesOf } from './counter-book';
import { eachCounter } from './counter-definitions';
import { type ActiveRule, judgeOf, testOf } from './engine';
import type { ScoredEvent } from './scored-event';

const noon = new Date('2026-11-20T11:00:00Z');
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const transfer = (at: Date, amount: number, [userId, recipient]: [number, number] = [1, 2]): ScoredEvent => ({
  kind: 'transfer',
  at,
  userId,
  facts: { amount },
  keys: { recipient, payee: `c${recipient}` },
});
const sent = (measure: 'count' | 'sum', hours: 1 | 24, value: number): Condition => ({
  test: 'compare',
  left: { of: 'counter', counter: 'sent', measure, hours },
  is: 'at_least',
  right: { of: 'number', value },
});
const definition: RuleDefinition = {
  name: { fr: 'a', en: 'a' },
  reason: { fr: 'b', en: 'b' },
  events: ['transfer'],
  condition: sent('count', 24, 1),
  action: 'hold',
  weight: 10,
  enabled: true,
};
const active = (id: number, changes: Partial<RuleDefinition>): ActiveRule => ({
  id,
  version: 1,
  definition: { ...definition, ...changes },
});
const always: Condition = { test: 'none', of: [sent('count', 24, 1_000_000)] };

describe('the counters', () => {
  it('count earlier events within the window', () => {
    const book = new CounterBook();
    for (const at of [0, 30, 90]) book.add(transfer(minutes(at), 10));
    const now = transfer(minutes(100), 1);
    expect(book.measure(now, 'sent', 'count', 1)).toBe(1);
    expect(book.measure(now, 'sent', 'count', 24)).toBe(3);
    expect(book.measure(now, 'sent', 'sum', 24)).toBe(30);
    expect(book.measure(now, 'sent', 'idle_hours')).toBeCloseTo(1 / 6);
    expect(book.measure(now, 'sent', 'age_hours')).toBeCloseTo(100 / 60);
  });

  it('have no age and no idle time for a new customer', () => {
    const book = new CounterBook();
    const first = transfer(noon, 1);
    expect(book.measure(first, 'to_payee', 'age_hours')).toBe(0);
    expect(book.measure(first, 'sent', 'idle_hours')).toBeNull();
    expect(book.measure(first, 'card', 'count', 1)).toBeNull();
  });

  it('count the payers of an account once a day each', () => {
    const book = new CounterBook();
    for (const [payer, at] of [
      [1, 0],
      [1, 10],
      [3, 20],
      [3, 30],
      [4, 40],
    ] as const) {
      book.add(transfer(minutes(at), 5, [payer, 2]));
    }
    expect(book.measure(transfer(minutes(50), 5, [9, 2]), 'payers', 'count', 24)).toBe(3);
    expect(book.measure({ ...transfer(minutes(50), 5), userId: 2 }, 'senders', 'count', 24)).toBe(3);
    expect(book.measure({ ...transfer(minutes(50), 5), userId: 2 }, 'received', 'sum', 24)).toBe(25);
  });

  it('remember when a card was in another country', () => {
    const book = new CounterBook();
    const use = (at: Date, country: string): ScoredEvent => ({
      kind: 'card',
      at,
      userId: 1,
      keys: { card: 5 },
      facts: { amount: 9, country, online: false },
    });
    book.add(use(noon, 'FR'));
    expect(book.measure(use(minutes(30), 'FR'), 'place', 'elsewhere_hours')).toBeNull();
    expect(book.measure(use(minutes(30), 'JP'), 'place', 'elsewhere_hours')).toBe(0.5);
    book.add(use(minutes(30), 'JP'));
    expect(book.measure(use(minutes(60), 'JP'), 'place', 'elsewhere_hours')).toBe(1);
  });

  it('equal a count of all events, for random histories', () => {
    // Simultaneous events may be reported late, and some windows are long over.
    const gaps = fc.oneof(fc.integer({ min: -30, max: 40 }), fc.nat(20_000));
    const drawn = fc.array(fc.record({ gap: gaps, amount: fc.integer({ min: 1, max: 10_000 }) }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(drawn, fc.constantFrom(1, 2, 6, 24, 720), (all, hours) => {
        const book = new CounterBook();
        let at = 0;
        const events = all.map(({ gap, amount }) => transfer(minutes((at += gap)), amount / 100));
        for (const event of events) book.count(event);
        const now = transfer(new Date(Math.max(...events.map((event) => event.at.getTime()))), 1);
        const step = (moment: Date) => Math.floor(moment.getTime() / 600_000);
        const oldest = step(new Date(now.at.getTime() - hours * 3_600_000));
        const inside = events.filter((event) => step(event.at) > oldest);
        const cents = inside.reduce((sum, { facts }) => sum + Math.round((facts.amount ?? 0) * 100), 0);
        expect(book.measure(now, 'sent', 'count', hours)).toBe(inside.length);
        expect(book.measure(now, 'sent', 'sum', hours)).toBe(cents / 100);
      }),
    );
  });

  it('are all locked that an event adds to', () => {
    const event = transfer(noon, 950);
    const added = new CounterBook().add(event).map(({ series }) => series);
    const names = seriesOf(event, new Map()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(added));
    expect(seriesOf(event, new Map(eachCounter.map(([name]) => [name, 1]))).length).toBeGreaterThan(
      added.length,
    );
  });
});

describe('the engine', () => {
  it('takes the strictest action, and holds events with many milder hits', () => {
    const book = new CounterBook();
    const event = transfer(noon, 10);
    const rules = [
      active(1, { condition: always, action: 'allow', weight: 60 }),
      active(2, { condition: always, action: 'challenge', weight: 39 }),
      active(3, { condition: always, action: 'block', enabled: false }),
      active(4, { condition: always, action: 'block', events: ['payment'] }),
    ];
    expect(judgeOf(rules)(event, book)).toMatchObject({ action: 'challenge', weight: 99 });
    const heavy = [...rules, active(5, { condition: always, action: 'allow', weight: 1 })];
    expect(judgeOf(heavy)(event, book)).toMatchObject({ action: 'hold', weight: 100 });
    expect(judgeOf(heavy)(event, book).hits.map(({ id }) => id)).toEqual([2, 1, 5]);
  });

  it('evaluates all, any and none, and fails comparisons with unknown facts', () => {
    const book = new CounterBook();
    const event = transfer(noon, 10);
    const no = sent('count', 24, 1);
    expect(testOf({ test: 'all', of: [always, no] })(event, book)).toBe(false);
    expect(testOf({ test: 'any', of: [always, no] })(event, book)).toBe(true);
    expect(testOf({ test: 'none', of: [no] })(event, book)).toBe(true);
    const unknown = { of: 'counter', counter: 'sent', measure: 'idle_hours' } as const;
    for (const is of ['above', 'at_least', 'below', 'at_most'] as const) {
      const right = { of: 'number', value: 5 } as const;
      expect(testOf({ test: 'compare', left: unknown, is, right })(event, book)).toBe(false);
    }
  });

  it('refuses rules about missing facts, and rules that are too deep', () => {
    const parse = (changes: Partial<RuleDefinition>) =>
      ruleDefinition.safeParse({ ...definition, ...changes }).success;
    expect(parse({})).toBe(true);
    expect(parse({ condition: { test: 'flag', fact: 'online', is: true } })).toBe(false);
    expect(parse({ events: ['sign_in'], action: 'challenge' })).toBe(true);
    expect(parse({ events: ['identity'], action: 'challenge' })).toBe(false);
    const nested = (depth: number): Condition =>
      depth === 0 ? always : { test: 'all', of: [nested(depth - 1)] };
    expect(parse({ condition: nested(1) })).toBe(true);
    expect(parse({ condition: nested(5) })).toBe(false);
    expect(parse({ condition: { test: 'all', of: Array.from({ length: 30 }, () => always) } })).toBe(false);
    const windowless = {
      ...definition,
      condition: { ...sent('count', 1, 1), left: { of: 'counter', counter: 'sent', measure: 'count' } },
    };
    expect(ruleDefinition.safeParse(windowless).success).toBe(false);
  });
});
