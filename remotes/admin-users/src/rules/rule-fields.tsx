import type { RuleDefinition } from '@bank/contracts/rules';
import { ruleActions, ruleEvents } from '@bank/contracts/rule-words';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { Cluster, Grid, Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useRuleField } from './rule-problems';
import styles from './rules.module.css';
import { useRuleTexts } from './texts';

interface PartProps {
  definition: RuleDefinition;
  change: (changes: Partial<RuleDefinition>) => void;
}

/** Name and reason, in both languages. */
export function WordFields({ definition: { name, reason }, change }: PartProps) {
  const { t } = useRuleTexts();
  const field = useRuleField();
  return (
    <Grid columns="wide">
      {(['fr', 'en'] as const).map((language) => (
        <Stack key={language}>
          <TextField
            {...field(`name.${language}`)}
            label={t(`form.name_${language}`)}
            value={name[language]}
            maxLength={80}
            lang={language}
            required
            onChange={({ target }) => change({ name: { ...name, [language]: target.value } })}
          />
          <TextField
            {...field(`reason.${language}`)}
            label={t(`form.reason_${language}`)}
            value={reason[language]}
            maxLength={300}
            lang={language}
            required
            onChange={({ target }) => change({ reason: { ...reason, [language]: target.value } })}
          />
        </Stack>
      ))}
    </Grid>
  );
}

/** The events of the rule; the first event stands for all of them. */
export function EventFields({ definition: { events }, change }: PartProps) {
  const { t } = useRuleTexts();
  const { id, error } = useRuleField()('events');
  return (
    <fieldset className={styles.fields}>
      <legend>{t('form.events')}</legend>
      <Cluster gap={16}>
        {ruleEvents.map((event, index) => (
          <CheckboxField
            key={event}
            {...(index === 0 && { id, error })}
            label={t(`event.${event}`)}
            checked={events.includes(event)}
            onChange={({ target }) =>
              change({
                events: ruleEvents.filter((each) =>
                  each === event ? target.checked : events.includes(each),
                ),
              })
            }
          />
        ))}
      </Cluster>
    </fieldset>
  );
}

/** The action of the rule. */
export function EffectFields({ definition: { action, weight, enabled }, change }: PartProps) {
  const { t } = useRuleTexts();
  const field = useRuleField();
  return (
    <Grid columns="medium">
      <SelectField
        {...field('action')}
        label={t('form.action')}
        options={ruleActions.map((value) => ({ value, label: t(`action.${value}`) }))}
        value={action}
        onChange={({ target }) =>
          change({ action: ruleActions.find((each) => each === target.value) ?? action })
        }
      />
      <TextField
        {...field('weight')}
        label={t('form.weight')}
        hint={t('form.weight_hint')}
        type="number"
        min={0}
        max={100}
        value={weight}
        onChange={({ target }) => change({ weight: Number(target.value) })}
      />
      <CheckboxField
        label={t('form.enabled')}
        hint={t('form.enabled_hint')}
        checked={enabled}
        onChange={({ target }) => change({ enabled: target.checked })}
      />
    </Grid>
  );
}
