import type { Condition } from '@bank/contracts/rules';
import {
  type Counter,
  counters,
  type FlagFact,
  flagFacts,
  type NumberFact,
  numberFacts,
  type RuleEvent,
  type TextFact,
  textFacts,
} from '@bank/contracts/rule-words';

export const kinds = ['compare', 'flag', 'listed', 'all', 'any', 'none'] as const;
export type Kind = (typeof kinds)[number];

/** The names that exist for every one of these events. */
const namesFor = <Name extends string>(
  words: Record<Name, readonly RuleEvent[]>,
  events: readonly RuleEvent[],
): Name[] =>
  (Object.keys(words) as Name[]).filter((name) => events.every((event) => words[name].includes(event)));

export const numbersFor = (events: readonly RuleEvent[]): NumberFact[] => namesFor(numberFacts, events);
export const countersFor = (events: readonly RuleEvent[]): Counter[] => namesFor(counters, events);

export const factsOf = (test: 'flag' | 'listed', events: readonly RuleEvent[]): (FlagFact | TextFact)[] =>
  test === 'flag' ? namesFor(flagFacts, events) : namesFor(textFacts, events);

/** With the name that is chosen, also where it does not exist for the events: the field shows what the rule has. */
export const withChosen = <Name extends string>(names: readonly Name[], chosen: Name): readonly Name[] =>
  names.includes(chosen) ? names : [chosen, ...names];

/** A new condition of a kind; a group keeps the parts of one before. Undefined where the events have nothing to ask. */
export function blank(kind: Kind, events: readonly RuleEvent[], before?: Condition): Condition | undefined {
  const [number] = numbersFor(events);
  const [flag] = namesFor(flagFacts, events);
  const [word] = namesFor(textFacts, events);
  switch (kind) {
    case 'compare':
      return number === undefined
        ? undefined
        : {
            test: 'compare',
            left: { of: 'fact', fact: number },
            is: 'at_least',
            right: { of: 'number', value: 0 },
          };
    case 'flag':
      return flag === undefined ? undefined : { test: 'flag', fact: flag, is: true };
    case 'listed':
      return word === undefined ? undefined : { test: 'listed', fact: word, is: true, values: [''] };
    default: {
      const first = blank('compare', events);
      const kept =
        before && 'of' in before ? before.of : [before ?? first].filter((each) => each !== undefined);
      return { test: kind, of: kept };
    }
  }
}

/** Without the empty lines of its lists, which a person ends with one. */
export function withoutBlankLines(of: Condition): Condition {
  if (of.test === 'listed') return { ...of, values: of.values.filter((line) => line.trim() !== '') };
  return 'of' in of ? { ...of, of: of.of.map(withoutBlankLines) } : of;
}
