import { creditorKey } from '@bank/contracts/creditor-identifier';
import {
  directDebitModes,
  type DirectDebitSettings,
  directDebitSettingsRequest,
  type Mandate,
  typedCreditorId,
} from '@bank/contracts/direct-debits';
import { optional } from '@bank/contracts/validation';
import { isOffline, withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { QueryBoundary } from '@bank/client/query-boundary';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import styles from './direct-debits.module.css';
import { useDebitSettings, useMandates, useSaveDebitSettings } from './direct-debits.api';
import { useStoredSince } from '../use-stored-since';
import { useDebitTexts } from './texts';

const storedNames = ['mode', 'creditors'] as const;
const typedSettings = directDebitSettingsRequest.extend({ other: optional(typedCreditorId) });

/** The creditors allowed: all, those of a list, or none. */
export function DebitSettings() {
  const { t } = useDebitTexts();
  const query = useDebitSettings();
  return (
    <Card title={t('settings')}>
      <p className={styles.lead}>{t('settings_lead')}</p>
      <QueryBoundary
        query={query}
        rows={2}
        failed={t(isOffline(query.error) ? 'failed_network' : 'settings_failed')}
        message={t('failed_message')}
      >
        {(settings) => <SettingsForm saved={settings} />}
      </QueryBoundary>
    </Card>
  );
}

function SettingsForm({ saved }: { saved: DirectDebitSettings }) {
  const { t } = useDebitTexts();
  const { show } = useToast();
  const save = useSaveDebitSettings();
  const form = useBankForm({
    schema: typedSettings,
    defaultValues: { ...saved, other: '' },
    draft: 'direct-debit-settings',
  });
  useStoredSince(form, storedNames, saved);
  const { field, errors } = useFormFields(form, { mode: t('mode'), other: t('other') });
  const creditors = creditorsOf(saved, useMandates().data?.mandates ?? []);
  const mode = form.watch('mode');
  const onSubmit = form.submit(async ({ other, creditors: chosen = [], ...request }) => {
    const list = other ? [...chosen, other] : chosen;
    const answer = await save({ ...request, creditors: list }).catch((error: unknown) => {
      throw withUserMessage(error, { failed: t('settings_save_failed') });
    });
    form.reset({ ...answer, other: '' });
    show({ type: 'success', message: t('settings_saved') });
  });
  return (
    <FormFrame form={form} errors={errors} onSubmit={onSubmit} className={styles.settings}>
      <SelectField
        required
        options={directDebitModes.map((value) => ({ value, label: t(`mode_${value}`) }))}
        hint={t(`mode_${mode}_hint`)}
        {...field('mode')}
      />
      {mode === 'listed' && (
        <>
          {creditors.length > 0 && (
            <fieldset className={styles.creditors}>
              <legend className={styles.legend}>{t('creditors')}</legend>
              {creditors.map(({ id, name }) => (
                <CheckboxField
                  key={id}
                  {...form.register('creditors')}
                  value={id}
                  label={name}
                  hint={name === id ? undefined : id}
                />
              ))}
            </fieldset>
          )}
          <TextField
            optional
            autoComplete="off"
            spellCheck={false}
            hint={t('other_hint')}
            {...field('other')}
          />
        </>
      )}
      <div>
        <Button type="submit" loading={form.formState.isSubmitting}>
          {t('settings_submit')}
        </Button>
      </div>
    </FormFrame>
  );
}

/** The creditors to choose from: those of the list, and those who have a mandate. */
function creditorsOf({ creditors }: DirectDebitSettings, mandates: readonly Mandate[]) {
  const names = new Map(mandates.map((each) => [creditorKey(each.creditor_id), each.creditor_name]));
  const listed = new Set(creditors.map(creditorKey));
  const others = new Map(
    mandates
      .filter(({ creditor_id: id }) => !listed.has(creditorKey(id)))
      .map(({ creditor_id: id }) => [creditorKey(id), id]),
  );
  return [...creditors, ...others.values()].map((id) => ({ id, name: names.get(creditorKey(id)) ?? id }));
}
