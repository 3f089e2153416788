import type { Operand } from '@bank/contracts/rules';
import { measures, type RuleEvent, windowed, windowHours } from '@bank/contracts/rule-words';
import { Cluster } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { countersFor, numbersFor, withChosen } from './condition-parts';
import { useRuleField } from './rule-problems';
import styles from './rules.module.css';
import { useRuleTexts } from './texts';

interface OperandFieldProps<Of extends Operand = Operand> {
  /** The operand's role in its comparison, such as 'what is compared'. */
  label: string;
  /** Its path in the rule, such as `condition.left`. */
  path: string;
  value: Of;
  events: readonly RuleEvent[];
  onChange: (value: Operand) => void;
}

const sources = ['number', 'fact', 'counter'] as const;
type Source = (typeof sources)[number];

function sourceOf(source: Source, events: readonly RuleEvent[]): Operand | undefined {
  const [fact] = numbersFor(events);
  const [counter] = countersFor(events);
  if (source === 'number') return { of: 'number', value: 0 };
  if (source === 'fact') return fact && { of: 'fact', fact };
  return counter && { of: 'counter', counter, measure: 'count', hours: 24 };
}

/** One side of a comparison: a number, a fact, or what was counted. */
export function OperandField(props: OperandFieldProps) {
  const { label, path, value, events, onChange } = props;
  const { t } = useRuleTexts();
  const field = useRuleField();
  return (
    <fieldset className={styles.operand}>
      <legend>{label}</legend>
      <Cluster align="end">
        <SelectField
          label={t('operand.source')}
          options={sources.map((source) => ({ value: source, label: t(`source.${source}`) }))}
          value={value.of}
          onChange={({ target }) => {
            const next = sourceOf(target.value as Source, events);
            if (next) onChange(next);
          }}
        />
        {value.of === 'number' && (
          <TextField
            {...field(`${path}.value`)}
            label={t('operand.value')}
            type="number"
            step="any"
            value={value.value}
            onChange={({ target }) => onChange({ ...value, value: Number(target.value) })}
          />
        )}
        {value.of === 'fact' && (
          <SelectField
            {...field(`${path}.fact`)}
            label={t('operand.fact')}
            options={withChosen(numbersFor(events), value.fact).map((fact) => ({
              value: fact,
              label: t(`fact.${fact}`),
            }))}
            value={value.fact}
            onChange={({ target }) => onChange({ ...value, fact: target.value } as Operand)}
          />
        )}
        {value.of === 'counter' && <CounterFields {...props} value={value} />}
        {value.of !== 'number' && (
          <TextField
            {...field(`${path}.times`)}
            label={t('operand.times')}
            type="number"
            step="any"
            value={value.times ?? 1}
            onChange={({ target }) => {
              const { times: _before, ...rest } = value;
              const times = Number(target.value);
              onChange(times === 1 ? rest : { ...rest, times });
            }}
          />
        )}
      </Cluster>
    </fieldset>
  );
}

function CounterFields({ path, value, events, onChange }: OperandFieldProps<Operand & { of: 'counter' }>) {
  const { t } = useRuleTexts();
  const field = useRuleField();
  const { hours, ...rest } = value;
  return (
    <>
      <SelectField
        {...field(`${path}.counter`)}
        label={t('operand.counter')}
        options={withChosen(countersFor(events), value.counter).map((counter) => ({
          value: counter,
          label: t(`counter.${counter}`),
        }))}
        value={value.counter}
        onChange={({ target }) => onChange({ ...value, counter: target.value } as Operand)}
      />
      <SelectField
        label={t('operand.measure')}
        options={measures.map((measure) => ({ value: measure, label: t(`measure.${measure}`) }))}
        value={value.measure}
        onChange={({ target }) => {
          const measure = measures.find((each) => each === target.value) ?? value.measure;
          onChange(
            windowed.includes(measure) ? { ...rest, measure, hours: hours ?? 24 } : { ...rest, measure },
          );
        }}
      />
      {hours !== undefined && (
        <SelectField
          label={t('operand.window')}
          options={windowHours.map((each) => ({ value: String(each), label: t('hours', { count: each }) }))}
          value={String(hours)}
          onChange={({ target }) =>
            onChange({ ...value, hours: windowHours.find((each) => String(each) === target.value) ?? hours })
          }
        />
      )}
    </>
  );
}
