import { z } from 'zod';
import { id, idParameter, pageQuery, pagination } from './pagination';
import {
  comparisons,
  type Counter,
  counters,
  countersOfFacts,
  type FlagFact,
  flagFacts,
  measures,
  numberFacts,
  ruleActions,
  type RuleEvent,
  ruleEvents,
  type TextFact,
  textFacts,
  windowed,
  windowHours,
} from './rule-words';
import { moment } from './time';
import { lines, rule as ruleOf, text } from './validation';

const keysOf = <Name extends string>(words: Record<Name, unknown>) => Object.keys(words) as [Name, ...Name[]];

/** The nodes that a condition may have, and how deep it may nest: a person must still understand it. */
export const conditionLimits = { nodes: 40, depth: 4, listed: 200 } as const;

const times = z.number().min(0.01).max(100).optional();

/** A number: given, of the event or its customer, or counted; `times` multiplies it. */
export const operand = z
  .discriminatedUnion('of', [
    z.strictObject({ of: z.literal('number'), value: z.number().min(-1e9).max(1e9) }),
    z.strictObject({ of: z.literal('fact'), fact: z.enum(keysOf(numberFacts)), times }),
    z.strictObject({
      of: z.literal('counter'),
      counter: z.enum(keysOf(counters)),
      measure: z.enum(measures),
      /** Of the measures with a window. */
      hours: z.literal(windowHours).optional(),
      times,
    }),
  ])
  .refine(
    (given) => given.of !== 'counter' || windowed.includes(given.measure) === (given.hours !== undefined),
    {
      path: ['hours'],
      message: ruleOf('NOT_VALID'),
    },
  )
  .meta({ id: 'RuleOperand' });
export type Operand = z.infer<typeof operand>;

/**
 * A condition of a rule: a small tree. A comparison with what is not known does not hold, and `none` holds when none of its
 * parts does.
 */
export type Condition =
  | { test: 'compare'; left: Operand; is: (typeof comparisons)[number]; right: Operand }
  | { test: 'flag'; fact: FlagFact; is: boolean }
  | { test: 'listed'; fact: TextFact; is: boolean; values: string[] }
  | { test: 'all' | 'any' | 'none'; of: Condition[] };

export const condition: z.ZodType<Condition> = z
  .discriminatedUnion('test', [
    z.strictObject({ test: z.literal('compare'), left: operand, is: z.enum(comparisons), right: operand }),
    z.strictObject({ test: z.literal('flag'), fact: z.enum(keysOf(flagFacts)), is: z.boolean() }),
    z.strictObject({
      test: z.literal('listed'),
      fact: z.enum(keysOf(textFacts)),
      is: z.boolean(),
      values: z.array(text(60)).min(1, ruleOf('REQUIRED')).max(conditionLimits.listed),
    }),
    z.strictObject({
      test: z.enum(['all', 'any', 'none']),
      get of(): z.ZodArray<z.ZodType<Condition>> {
        return z.array(condition).min(1, ruleOf('REQUIRED')).max(conditionLimits.nodes);
      },
    }),
  ])
  .meta({ id: 'RuleCondition' });

const bothLanguages = (length: number) => z.strictObject({ fr: lines(length), en: lines(length) });

/** A rule's definition, without its history. */
export const ruleDefinition = z
  .strictObject({
    name: bothLanguages(80),
    /** The reason shown to staff and, for a hold or block, to the customer. */
    reason: bothLanguages(300),
    events: z.array(z.enum(ruleEvents)).min(1, ruleOf('REQUIRED')).max(ruleEvents.length),
    condition,
    action: z.enum(ruleActions),
    /** Adds to the weight of an event; from `weightThatHolds` together, it is held. */
    weight: z.int().min(0).max(100),
    enabled: z.boolean(),
  })
  .refine(({ events, condition: of }) => events.every((event) => isAbout(of, event)), {
    path: ['condition'],
    message: ruleOf('NOT_VALID'),
  })
  .refine(
    ({ condition: of }) => sizeOf(of) <= conditionLimits.nodes && depthOf(of) <= conditionLimits.depth,
    {
      path: ['condition'],
      message: ruleOf('NOT_VALID'),
    },
  )
  .refine(({ action, events }) => action !== 'challenge' || events.every(canChallenge), {
    path: ['action'],
    message: ruleOf('NOT_VALID'),
  })
  .meta({ id: 'RuleDefinition' });
export type RuleDefinition = z.infer<typeof ruleDefinition>;

/** Whether a rule can ask for an approval, which is of a call, and at a sign-in the second step: not of a file of identity. */
export const canChallenge = (event: RuleEvent): boolean => event !== 'identity';

/** Milder rules that hit together hold an event from this weight. */
export const weightThatHolds = 100;

/** Whether everything that a condition asks about exists for an event. */
export function isAbout(of: Condition, event: RuleEvent): boolean {
  const has = (events: readonly RuleEvent[]) => events.includes(event);
  switch (of.test) {
    case 'compare':
      return [of.left, of.right].every((side) => {
        if (side.of === 'number') return true;
        return has(side.of === 'fact' ? numberFacts[side.fact] : counters[side.counter]);
      });
    case 'flag':
      return has(flagFacts[of.fact]);
    case 'listed':
      return has(textFacts[of.fact]);
    default:
      return of.of.every((part) => isAbout(part, event));
  }
}

const partsOf = (of: Condition): Condition[] => ('of' in of && Array.isArray(of.of) ? of.of : []);
const sizeOf = (of: Condition): number => partsOf(of).reduce((sum, part) => sum + sizeOf(part), 1);
const depthOf = (of: Condition): number => 1 + Math.max(0, ...partsOf(of).map(depthOf));

/** A counter that is asked for, and the hours of the window; 0 for a measure without one. */
export interface AskedCounter {
  counter: Counter;
  hours: number;
}

/** The counters that a condition asks for, also by the facts that are made of them. */
export function countersOf(of: Condition): AskedCounter[] {
  if (of.test !== 'compare') return partsOf(of).flatMap(countersOf);
  return [of.left, of.right].flatMap((side): AskedCounter[] => {
    if (side.of === 'counter') return [{ counter: side.counter, hours: side.hours ?? 0 }];
    const counter = side.of === 'fact' ? countersOfFacts[side.fact] : undefined;
    return counter ? [{ counter, hours: 1 }] : [];
  });
}

export const ruleStates = ['draft', 'published', 'replaced'] as const;

const person = z.object({ id: z.int(), name: z.string() });

export const ruleVersion = z
  .object({
    version: z.int(),
    state: z.enum(ruleStates),
    definition: ruleDefinition,
    changed_by: person,
    changed_at: moment,
    published_at: moment.nullable(),
    /** It waits for a second administrator. */
    waiting: z.boolean(),
  })
  .meta({ id: 'RuleVersion' });
export type RuleVersion = z.infer<typeof ruleVersion>;

/** A rule with its newest versions first. Hits are those of the last 30 days. */
export const ruleSummary = z
  .object({ id: z.int(), hits: z.int(), newest: ruleVersion, published: z.int().nullable() })
  .meta({ id: 'RuleSummary' });
export type RuleSummary = z.infer<typeof ruleSummary>;
export const ruleList = z.object({ rules: z.array(ruleSummary) });
export type RuleList = z.infer<typeof ruleList>;
export const ruleDetail = z
  .object({ id: z.int(), hits: z.int(), versions: z.array(ruleVersion) })
  .meta({ id: 'RuleDetail' });
export type RuleDetail = z.infer<typeof ruleDetail>;

/**
 * A draft is saved over the version that was read; 0 for the first. `base_changed_at` is when that version was changed last: a
 * draft is changed without becoming another version.
 */
export const ruleDraftRequest = z.object({
  definition: ruleDefinition,
  base_version: z.int().min(0),
  base_changed_at: moment.optional(),
});
export type RuleDraftRequest = z.infer<typeof ruleDraftRequest>;
/** `changed_at` is when the draft that was read was changed last. */
export const rulePublishRequest = z.object({ version: z.int().min(1), changed_at: moment.optional() });
export type RulePublishRequest = z.infer<typeof rulePublishRequest>;

export const ruleCountRequest = z.object({ definition: ruleDefinition });
export type RuleCountRequest = z.infer<typeof ruleCountRequest>;
/** The events that a definition would have caught; `since` is later than 30 days ago if the count was cut. */
export const ruleCount = z
  .object({ since: moment, events: z.int(), hits: z.int() })
  .meta({ id: 'RuleCount' });
export type RuleCount = z.infer<typeof ruleCount>;

export const replayDays = [7, 30, 90, 365] as const;
export const replayRequest = z.object({ days: z.literal(replayDays) });
export type ReplayRequest = z.infer<typeof replayRequest>;
export const replayStates = ['waiting', 'running', 'done', 'failed'] as const;

const outcomes = ['unknown', 'honest', 'fraud'] as const;
/** The outcomes of held events, by the decisions of their cases. */
export const ruleOutcomes = outcomes;
export type RuleOutcome = (typeof outcomes)[number];

const byOutcome = z.object({ unknown: z.int(), honest: z.int(), fraud: z.int() });

/** The rules beside which a replay judges, in the versions that were published when it began. */
export const besideRules = z.array(z.object({ id: z.int(), version: z.int() }));

/** A version held against what happened: with it in force, and the other rules as they were published when it began. */
export const ruleReplay = z
  .object({
    id: z.int(),
    version: z.int(),
    days: z.int(),
    state: z.enum(replayStates),
    created_at: moment,
    finished_at: moment.nullable(),
    events: z.int(),
    /** The hits of this version. */
    hits: z.int(),
    /** Events whose action would differ. */
    differences: z.int(),
    /** Held or blocked now and then, by what turned out. */
    stopped: byOutcome,
    would_stop: byOutcome,
    /** Null until it ended. */
    beside: besideRules.nullable(),
  })
  .meta({ id: 'RuleReplay' });
export type RuleReplay = z.infer<typeof ruleReplay>;
export const ruleReplays = z.object({ replays: z.array(ruleReplay) });
export type RuleReplays = z.infer<typeof ruleReplays>;

export const replayDifference = z
  .object({
    event_id: z.int(),
    at: moment,
    kind: z.enum(ruleEvents),
    customer: person,
    was: z.enum(ruleActions),
    would_be: z.enum(ruleActions),
    outcome: z.enum(outcomes),
  })
  .meta({ id: 'ReplayDifference' });
export type ReplayDifference = z.infer<typeof replayDifference>;
export const replayDifferences = z.object({ differences: z.array(replayDifference), pagination });
export type ReplayDifferences = z.infer<typeof replayDifferences>;

export const replayQuery = z.strictObject(pageQuery(20));
export type ReplayQuery = z.infer<typeof replayQuery>;
export const replayParameters = idParameter.extend({ replay: id });
