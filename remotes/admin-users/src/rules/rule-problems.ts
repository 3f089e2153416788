import { createContext, useContext } from 'react';
import {
  canChallenge,
  type Condition,
  conditionLimits,
  isAbout,
  type Operand,
  type RuleDefinition,
  ruleDefinition,
} from '@bank/contracts/rules';
import type { RuleEvent } from '@bank/contracts/rule-words';
import { fieldTexts } from '@bank/contracts/validation';
import { currentLanguage } from '@bank/i18n/language';
import { useRuleTexts } from './texts';

/** The sentences about the refused fields of a rule, by their paths, such as `condition.of.0.right.value`. */
type Problems = Readonly<Record<string, string>>;

/** The refused fields of a rule that was to be saved; none before. */
export const RuleProblems = createContext<Problems>({});

/** The id of the field at a path of the rule, and the sentence about what it has. */
export function useRuleField() {
  const problems = useContext(RuleProblems);
  return (path: string) => ({ id: idOfField(path), error: problems[path] });
}

export const idOfField = (path: string) => `rule-${path.replaceAll('.', '-')}`;

/** The problems that prevent saving a rule, in the order of its form. */
export function problemsOf(definition: RuleDefinition): Problems {
  const { translate: t } = useRuleTexts;
  const parsed = ruleDefinition.safeParse(definition);
  if (parsed.success) return {};
  const { events, action, condition } = definition;
  const found = Object.entries(fieldTexts(parsed.error, currentLanguage())).map(
    ([path, sentence]) => [path.replace(/\.values\.\d+$/, '.values'), sentence] as const,
  );
  const unknown = unknownFacts(condition, 'condition', events);
  const isTooLarge = unknown.length === 0 && found.some(([path]) => path === 'condition');
  return inOrder({
    ...Object.fromEntries(found.filter(([path]) => path !== 'condition')),
    ...Object.fromEntries(unknown.map((path) => [path, t('form.unknown_fact')])),
    ...(isTooLarge && { condition: t('form.too_large', conditionLimits) }),
    ...(action === 'challenge' && !events.every(canChallenge) && { action: t('form.no_challenge') }),
  });
}

const parts = ['name.fr', 'reason.fr', 'name.en', 'reason.en', 'events', 'condition', 'action', 'weight'];
const rankOf = (path: string) => parts.findIndex((part) => path === part || path.startsWith(`${part}.`));
const inOrder = (problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).sort(
      ([left], [right]) => rankOf(left) - rankOf(right) || left.localeCompare(right, 'en', { numeric: true }),
    ),
  );

/** The fields whose fact or counter does not exist for all the events. */
function unknownFacts(of: Condition, path: string, events: readonly RuleEvent[]): string[] {
  if ('of' in of) return of.of.flatMap((part, at) => unknownFacts(part, `${path}.of.${at}`, events));
  if (of.test !== 'compare') return isKnown(of, events) ? [] : [`${path}.fact`];
  return (['left', 'right'] as const)
    .filter((side) => !isKnown({ ...of, left: of[side], right: of[side] }, events))
    .map((side) => `${path}.${side}.${nameOf(of[side])}`);
}

const isKnown = (of: Condition, events: readonly RuleEvent[]) => events.every((event) => isAbout(of, event));
const nameOf = (side: Operand) => (side.of === 'counter' ? 'counter' : 'fact');

/** The label of the field at a path, with the condition that it is part of. */
export function useProblemLabel() {
  const { t } = useRuleTexts();
  return (path: string): string => {
    const [part, ...rest] = path.split('.');
    if (part === 'name' || part === 'reason') return t(`form.${part}_${rest[0] === 'fr' ? 'fr' : 'en'}`);
    if (part !== 'condition')
      return t(part === 'events' || part === 'action' ? `form.${part}` : 'form.weight');
    const place = rest.filter((each) => /^\d+$/.test(each)).map((each) => Number(each) + 1);
    const whole = place.length > 0 ? t('condition.part', { place: place.join('.') }) : t('form.condition');
    const label = labels[rest.at(-1) as keyof typeof labels] as (typeof labels)['fact'] | undefined;
    return label ? t('form.problem', { part: whole, field: t(label) }) : whole;
  };
}

const labels = {
  fact: 'operand.fact',
  counter: 'operand.counter',
  value: 'operand.value',
  values: 'condition.list',
  times: 'operand.times',
} as const;
