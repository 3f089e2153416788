import type { RuleDefinition, RuleVersion } from '@bank/contracts/rules';
import { useKept } from '@bank/client/use-kept';
import { withoutBlankLines } from './condition-parts';

const newRule: RuleDefinition = {
  name: { fr: '', en: '' },
  reason: { fr: '', en: '' },
  events: ['transfer', 'payment'],
  condition: {
    test: 'all',
    of: [
      {
        test: 'compare',
        left: { of: 'fact', fact: 'amount' },
        is: 'at_least',
        right: { of: 'number', value: 1_000 },
      },
    ],
  },
  action: 'hold',
  weight: 20,
  enabled: true,
};

/** The typed changes, and the version of the rule that they apply to. */
interface Typed {
  definition: RuleDefinition;
  over: string;
}

/** The name of the draft, with which the key of an attempt without an answer is kept. */
export const ruleDraft = (id?: number) => `rule-${id ?? 'new'}`;

/**
 * What the reader has typed over the newest version of a rule, kept until it is saved, also when a colleague saves the
 * rule meanwhile. Both are absent for a new rule.
 */
export function useRuleDraft(id?: number, newest?: RuleVersion) {
  const [typed, keep] = useKept<Typed>(ruleDraft(id));
  const saved = newest?.definition ?? newRule;
  const definition = typed?.definition ?? saved;
  const shown = newest ? `${newest.version} ${newest.changed_at}` : '';
  return {
    definition,
    /** As it is sent. */
    ready: { ...definition, condition: withoutBlankLines(definition.condition) },
    isChanged: JSON.stringify(definition) !== JSON.stringify(saved),
    /** A colleague saved the rule after the first change. */
    isOvertaken: typed !== undefined && typed.over !== shown,
    change: (changes: Partial<RuleDefinition>) =>
      keep({ definition: { ...definition, ...changes }, over: typed?.over ?? shown }),
    leave: () => keep(undefined),
  };
}

export type RuleDraft = ReturnType<typeof useRuleDraft>;
