import { type FormEvent, type ReactNode, useState } from 'react';
import { type RuleDefinition, ruleDefinition, type RuleVersion } from '@bank/contracts/rules';
import { failureText } from '@bank/client/call-failure';
import { useNavigate } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FormActions } from '@bank/ui/form-actions';
import { Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { ConditionField } from './condition-field';
import { RuleCountLine } from './rule-count-line';
import { type RuleDraft, ruleDraft } from './rule-draft';
import { EffectFields, EventFields, WordFields } from './rule-fields';
import { idOfField, problemsOf, RuleProblems, useProblemLabel } from './rule-problems';
import styles from './rules.module.css';
import { saveRule, useRuleRefresh, useRuleUpdate } from './rules.api';
import { useRuleTexts } from './texts';

interface RuleFormProps {
  /** Absent for a new rule. */
  id?: number;
  /** The version that is shown; absent for a new rule. */
  newest?: RuleVersion;
  draft: RuleDraft;
}

/** A rule as a form; what it would have caught follows each change. */
export function RuleForm({ id, newest, draft }: RuleFormProps) {
  const { t } = useRuleTexts();
  const { definition, ready, isOvertaken, change, leave } = draft;
  const { send, failure, attempt, isSending } = useSaving(id, newest, leave);
  const labelOf = useProblemLabel();
  const problems = attempt > 0 ? problemsOf(ready) : {};
  const errors = Object.keys(problems).map((path) => ({ id: idOfField(path), label: labelOf(path) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(ready);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={t('form.title')}>
      <RuleProblems value={problems}>
        <Stack gap={24}>
          <ErrorSummary errors={errors} message={failure} attempt={attempt} />
          <ForWriters>
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
                  path="condition"
                  onChange={(condition) => change({ condition })}
                />
              </Card>
            </Stack>
          </ForWriters>
          <Card title={t('form.effect')}>
            <Stack>
              <ForWriters>
                <EffectFields definition={definition} change={change} />
              </ForWriters>
              <RuleCountLine definition={ready} />
              <div role="status">
                {isOvertaken && newest && <Overtaken by={newest.changed_by.name} onLeave={leave} />}
              </div>
              <ForWriters>
                <FormActions submit={t('form.save')} isSending={isSending} />
              </ForWriters>
            </Stack>
          </Card>
        </Stack>
      </RuleProblems>
    </form>
  );
}

/** What is there to read for staff who may not change rules. */
function ForWriters({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return (
    <fieldset disabled={!mayDo(user, 'change', 'rules:manage')} className={styles.fields}>
      {children}
    </fieldset>
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
  const isShown = useIsShown();
  const refresh = useRuleRefresh(id);
  const intent = useIdempotencyKey(ruleDraft(id));
  const [failure, setFailure] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [isSending, setSending] = useState(false);
  const send = async (definition: RuleDefinition) => {
    setFailure('');
    if (!ruleDefinition.safeParse(definition).success) return setAttempt(attempt + 1);
    setSending(true);
    try {
      const request = {
        definition,
        base_version: newest?.version ?? 0,
        ...(newest && { base_changed_at: newest.changed_at }),
      };
      const key = intent.keyFor(request);
      const saved = await saveRule(id, request, key);
      intent.done(key);
      update(saved);
      onSaved();
      setAttempt(0);
      show({ type: 'success', message: t('form.saved') });
      if (id === undefined && isShown()) void navigate(`/admin/rules/${saved.id}`);
    } catch (error) {
      setFailure(failureText(error, { failed: t('form.failed') }));
      setAttempt(attempt + 1);
      // A colleague may have been faster.
      void refresh();
    } finally {
      setSending(false);
    }
  };
  return { send, failure, attempt, isSending };
}
