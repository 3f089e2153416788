import { type FormEvent, useState } from 'react';
import { type RuleDefinition, ruleDefinition, type RuleVersion } from '@bank/contracts/rules';
import { ruleActions, ruleEvents } from '@bank/contracts/rule-words';
import { failureText } from '@bank/client/call-failure';
import { useNavigate } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useKept } from '@bank/client/use-kept';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { FormActions } from '@bank/ui/form-actions';
import { Cluster, Grid, Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { ConditionField } from './condition-field';
import styles from './rules.module.css';
import { RuleCountLine } from './rule-count-line';
import { saveRule, useRuleRefresh, useRuleUpdate } from './rules.api';
import { useRuleTexts } from './texts';

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

interface RuleFormProps {
  /** Absent for a new rule. */
  id?: number;
  /** The version that is shown; absent for a new rule. */
  newest?: RuleVersion;
}

/** What was typed, over which version of the rule. */
interface Typed {
  definition: RuleDefinition;
  over: string;
}

/**
 * A rule as a form; what it would have caught follows each change. What is typed is kept until it is saved, also when a
 * colleague saves the rule meanwhile.
 */
export function RuleForm({ id, newest }: RuleFormProps) {
  const { t } = useRuleTexts();
  const { user } = useSession();
  const [typed, keep] = useKept<Typed>(`rule-${id ?? 'new'}`);
  const definition = typed?.definition ?? newest?.definition ?? newRule;
  const shown = newest ? `${newest.version} ${newest.changed_at}` : '';
  const isOvertaken = typed !== undefined && typed.over !== shown;
  const { send, failure, isSending } = useSaving(id, newest, () => keep(undefined));
  const change = (changes: Partial<RuleDefinition>) =>
    keep({ definition: { ...definition, ...changes }, over: typed?.over ?? shown });
  const isComplete = ruleDefinition.safeParse(definition).success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(definition);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={t('form.title')}>
      <fieldset disabled={!mayDo(user, 'change', 'rules:manage')} className={styles.fields}>
        <Stack gap={24}>
          <Card title={t('form.title')}>
            <Stack>
              <WordFields definition={definition} change={change} />
              <EventFields definition={definition} change={change} />
            </Stack>
          </Card>
          <Card title={t('form.condition')}>
            <ConditionField
              value={definition.condition}
              events={definition.events}
              place=""
              onChange={(condition) => change({ condition })}
            />
          </Card>
          <Card title={t('form.effect')}>
            <Stack>
              <EffectFields definition={definition} change={change} />
              <RuleCountLine definition={definition} isComplete={isComplete} />
              {failure && <Alert tone="danger">{failure}</Alert>}
              <div role="status">
                {isOvertaken && newest && (
                  <Overtaken by={newest.changed_by.name} onLeave={() => keep(undefined)} />
                )}
              </div>
              <FormActions submit={t('form.save')} isSending={isSending} />
            </Stack>
          </Card>
        </Stack>
      </fieldset>
    </form>
  );
}

/** Saving then replaces what the colleague saved. */
function Overtaken({ by, onLeave }: { by: string; onLeave: () => void }) {
  const { t } = useRuleTexts();
  return (
    <Alert tone="warning">
      <Stack gap={8} align="start">
        <p>{t('form.overtaken', { name: by })}</p>
        <Button variant="secondary" size="small" onClick={onLeave}>
          {t('form.leave')}
        </Button>
      </Stack>
    </Alert>
  );
}

function useSaving(id: number | undefined, newest: RuleVersion | undefined, onSaved: () => void) {
  const { t } = useRuleTexts();
  const { show } = useToast();
  const navigate = useNavigate();
  const update = useRuleUpdate();
  const refresh = useRuleRefresh(id);
  const intent = useIdempotencyKey();
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async (definition: RuleDefinition) => {
    if (!ruleDefinition.safeParse(definition).success) return setFailure(t('form.incomplete'));
    setSending(true);
    setFailure('');
    try {
      const request = {
        definition,
        base_version: newest?.version ?? 0,
        ...(newest && { base_changed_at: newest.changed_at }),
      };
      const saved = await saveRule(id, request, intent.keyFor(request));
      intent.done();
      update(saved);
      onSaved();
      show({ type: 'success', message: t('form.saved') });
      if (id === undefined) void navigate(`/admin/rules/${saved.id}`);
    } catch (error) {
      setFailure(failureText(error, { failed: t('form.failed') }));
      // A colleague may have been faster.
      void refresh();
    } finally {
      setSending(false);
    }
  };
  return { send, failure, isSending };
}

interface PartProps {
  definition: RuleDefinition;
  change: (changes: Partial<RuleDefinition>) => void;
}

function WordFields({ definition: { name, reason }, change }: PartProps) {
  const { t } = useRuleTexts();
  return (
    <Grid columns="wide">
      {(['fr', 'en'] as const).map((language) => (
        <Stack key={language}>
          <TextField
            label={t(`form.name_${language}`)}
            value={name[language]}
            maxLength={80}
            lang={language}
            required
            onChange={({ target }) => change({ name: { ...name, [language]: target.value } })}
          />
          <TextField
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

function EventFields({ definition: { events }, change }: PartProps) {
  const { t } = useRuleTexts();
  return (
    <fieldset className={styles.fields}>
      <legend>{t('form.events')}</legend>
      <Cluster gap={16}>
        {ruleEvents.map((event) => (
          <CheckboxField
            key={event}
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

function EffectFields({ definition: { action, weight, enabled }, change }: PartProps) {
  const { t } = useRuleTexts();
  return (
    <Grid columns="medium">
      <SelectField
        label={t('form.action')}
        options={ruleActions.map((value) => ({ value, label: t(`action.${value}`) }))}
        value={action}
        onChange={({ target }) =>
          change({ action: ruleActions.find((each) => each === target.value) ?? action })
        }
      />
      <TextField
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
