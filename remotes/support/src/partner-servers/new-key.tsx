import { useState } from 'react';
import { partnerModes } from '@bank/contracts/partner-applications';
import { keyCalls, keyDays, partnerScopes } from '@bank/contracts/partner-servers';
import { withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { Button } from '@bank/ui/button';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { Dialog } from '@bank/ui/dialog';
import { FormActions } from '@bank/ui/form-actions';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { initialKey, keyForm } from './key-form';
import { useNewSecretKey } from './partner-servers.api';
import { ShownSecret } from './shown-secret';
import { useServerTexts } from './texts';
import styles from './webhooks-card.module.css';

/** Makes a secret key with a name, scopes, a limit and an end, and shows it once. */
export function NewKey({ partnerId }: { partnerId: number }) {
  const { t } = useServerTexts();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const onMade = (made: string) => {
    setAsking(false);
    setSecret(made);
  };
  return (
    <>
      <Button variant="secondary" size="small" icon="plus" onClick={() => setAsking(true)}>
        {t('keys.new')}
      </Button>
      {isAsking && (
        <Dialog open onClose={() => setAsking(false)} title={t('keys.new_title')}>
          <KeyForm partnerId={partnerId} onMade={onMade} onCancel={() => setAsking(false)} />
        </Dialog>
      )}
      {secret !== undefined && (
        <ShownSecret title={t('keys.made')} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

interface KeyFormProps {
  partnerId: number;
  onMade: (secret: string) => void;
  onCancel: () => void;
}

function KeyForm({ partnerId, onMade, onCancel }: KeyFormProps) {
  const { t } = useServerTexts();
  const draft = `partner-${partnerId}-key`;
  const { mutateAsync } = useNewSecretKey(partnerId, draft);
  const form = useBankForm({ schema: keyForm, defaultValues: initialKey, draft });
  const send = form.submit(async (request) => {
    try {
      onMade((await mutateAsync(request)).secret);
    } catch (error) {
      throw withUserMessage(error, { failed: t('keys.failed') });
    }
  });
  const cancel = () => {
    form.forget();
    onCancel();
  };
  const { field, errors } = useFormFields(form, {
    name: t('keys.name'),
    mode: t('mode'),
    scopes: t('keys.scopes'),
    calls: t('keys.calls'),
    days: t('keys.days'),
  });
  return (
    <FormFrame form={form} errors={errors} onSubmit={send}>
      <TextField hint={t('keys.name_hint')} required maxLength={60} autoComplete="off" {...field('name')} />
      <SelectField
        options={partnerModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        {...field('mode')}
      />
      <Stack as="fieldset" className={styles.choices}>
        <legend>{t('keys.scopes_legend')}</legend>
        {partnerScopes.map((scope, index) => (
          <CheckboxField
            key={scope}
            {...(index === 0 ? field('scopes') : form.register('scopes'))}
            label={t(`scope.${scope}`)}
            value={scope}
          />
        ))}
      </Stack>
      <TextField
        hint={t('keys.calls_hint', keyCalls)}
        required
        inputMode="numeric"
        autoComplete="off"
        {...field('calls')}
      />
      <TextField
        hint={t('keys.days_hint', { most: keyDays })}
        optional
        inputMode="numeric"
        autoComplete="off"
        {...field('days')}
      />
      <FormActions submit={t('keys.submit')} isSending={form.formState.isSubmitting} onCancel={cancel} />
    </FormFrame>
  );
}
