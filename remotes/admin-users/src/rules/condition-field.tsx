import { useRef } from 'react';
import { type Condition, conditionLimits } from '@bank/contracts/rules';
import { comparisons, type RuleEvent } from '@bank/contracts/rule-words';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { blank, factsOf, kinds, type Kind, withChosen } from './condition-parts';
import styles from './rules.module.css';
import { OperandField } from './operand-field';
import { useRuleField } from './rule-problems';
import { useRuleTexts } from './texts';

interface ConditionFieldProps<Of extends Condition = Condition> {
  value: Of;
  /** The events of the rule, which determine the possible facts and counters. */
  events: readonly RuleEvent[];
  /** Its place in the tree, such as `1.2`; empty for the whole. */
  place: string;
  /** Its path in the rule, such as `condition.of.0.of.1`. */
  path: string;
  onChange: (value: Condition) => void;
  onRemove?: () => void;
}

const isGroup = (of: Condition): of is Condition & { test: 'all' | 'any' | 'none' } => 'of' in of;

/** One condition with its parts below it. */
export function ConditionField(props: ConditionFieldProps) {
  const { value, events, place, path, onChange, onRemove } = props;
  const { t } = useRuleTexts();
  const field = useRuleField();
  const isDeep = place.split('.').length >= conditionLimits.depth - 1;
  const offered = kinds.filter(
    (kind) => blank(kind, events) !== undefined && !(isDeep && ['all', 'any', 'none'].includes(kind)),
  );
  return (
    <fieldset className={styles.condition}>
      <legend>{place === '' ? t('condition.whole') : t('condition.part', { place })}</legend>
      <Stack gap={12}>
        <Cluster align="end">
          <SelectField
            {...field(path)}
            label={t('condition.kind')}
            options={offered.map((kind) => ({ value: kind, label: t(`test.${kind}`) }))}
            value={value.test}
            onChange={({ target }) => {
              const next = blank(target.value as Kind, events, value);
              if (next) onChange(next);
            }}
          />
          {onRemove && (
            <Button variant="quiet" icon="x" onClick={onRemove}>
              {t('condition.remove', { place })}
            </Button>
          )}
        </Cluster>
        {isGroup(value) ? <Parts {...props} value={value} /> : <Leaf {...props} />}
      </Stack>
    </fieldset>
  );
}

function Parts({
  value,
  events,
  place,
  path,
  onChange,
}: ConditionFieldProps<Condition & { test: 'all' | 'any' | 'none' }>) {
  const { t } = useRuleTexts();
  const placeOf = (index: number) => [place, index + 1].filter((part) => part !== '').join('.');
  const adding = useRef<HTMLButtonElement>(null);
  const set = (of: Condition[]) => onChange({ ...value, of });
  const remove = (index: number) => {
    set(value.of.filter((_each, at) => at !== index));
    // The button that was pressed goes away.
    adding.current?.focus();
  };
  const add = () => {
    const part = blank('compare', events);
    if (part) set([...value.of, part]);
  };
  return (
    <>
      {value.of.map((part, index) => (
        <ConditionField
          key={index}
          value={part}
          events={events}
          place={placeOf(index)}
          path={`${path}.of.${index}`}
          onChange={(changed) => set(value.of.map((each, at) => (at === index ? changed : each)))}
          onRemove={value.of.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <Cluster>
        <Button ref={adding} variant="secondary" size="small" icon="plus" onClick={add}>
          {place === '' ? t('condition.add') : t('condition.add_in', { place })}
        </Button>
      </Cluster>
    </>
  );
}

function Leaf({ value, events, path, onChange }: ConditionFieldProps) {
  const { t } = useRuleTexts();
  if (value.test === 'compare') {
    return (
      <>
        <OperandField
          label={t('operand.left')}
          path={`${path}.left`}
          value={value.left}
          events={events}
          onChange={(left) => onChange({ ...value, left })}
        />
        <Cluster>
          <SelectField
            label={t('condition.comparison')}
            options={comparisons.map((each) => ({ value: each, label: t(`comparison.${each}`) }))}
            value={value.is}
            onChange={({ target }) =>
              onChange({ ...value, is: comparisons.find((each) => each === target.value) ?? value.is })
            }
          />
        </Cluster>
        <OperandField
          label={t('operand.right')}
          path={`${path}.right`}
          value={value.right}
          events={events}
          onChange={(right) => onChange({ ...value, right })}
        />
      </>
    );
  }
  if (isGroup(value)) return null;
  return <FactField value={value} events={events} path={path} onChange={onChange} />;
}

/** Whether a fact holds, or is on a list. */
function FactField({
  value,
  events,
  path,
  onChange,
}: {
  value: Condition & { test: 'flag' | 'listed' };
  events: readonly RuleEvent[];
  path: string;
  onChange: (value: Condition) => void;
}) {
  const { t } = useRuleTexts();
  const field = useRuleField();
  const facts = withChosen(factsOf(value.test, events), value.fact);
  return (
    <Stack gap={12}>
      <Cluster align="end">
        <SelectField
          {...field(`${path}.fact`)}
          label={t('condition.fact')}
          options={facts.map((fact) => ({ value: fact, label: t(`fact.${fact}`) }))}
          value={value.fact}
          onChange={({ target }) => onChange({ ...value, fact: target.value } as Condition)}
        />
        <SelectField
          label={t('condition.holds')}
          options={[true, false].map((is) => ({ value: String(is), label: t(`${value.test}.${is}`) }))}
          value={String(value.is)}
          onChange={({ target }) => onChange({ ...value, is: target.value === 'true' })}
        />
      </Cluster>
      {value.test === 'listed' && (
        <TextareaField
          {...field(`${path}.values`)}
          label={t('condition.list')}
          hint={t('condition.list_hint')}
          rows={4}
          value={value.values.join('\n')}
          onChange={({ target }) => onChange({ ...value, values: target.value.split('\n') })}
        />
      )}
    </Stack>
  );
}
