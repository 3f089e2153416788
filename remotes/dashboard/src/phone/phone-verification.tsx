import { useState } from 'react';
import { verifyPhoneRequest } from '@bank/contracts/settings';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { TextField } from '@bank/ui/text-field';
import styles from '../settings/pending-email.module.css';
import { useSettingsMessages } from '../settings/settings-messages';
import { usePreferences } from '../settings/settings.api';
import { requestCode, verifyPhone } from './phone.api';
import { usePhoneTexts } from './texts';

/** Offers to verify the saved telephone number, where the bank can send text messages. */
export function PhoneVerification({ phone }: { phone: string }) {
  const { data: preferences } = usePreferences();
  if (phone === '' || preferences?.textMessages !== 'unverified') return null;
  return <Offer key={phone} />;
}

function Offer() {
  const { t } = usePhoneTexts();
  const { showMessage, reportFailure } = useSettingsMessages();
  const [state, setState] = useState<'asked' | 'sending' | 'sent'>('asked');
  const send = async () => {
    const before = state;
    setState('sending');
    try {
      await requestCode();
      setState('sent');
      showMessage('success', t('sent'));
    } catch (error) {
      setState(before);
      reportFailure(error);
    }
  };
  return (
    <div className={styles.notice}>
      <Alert title={t('title')}>
        <p>{t('lead')}</p>
        {state !== 'asked' && <CodeForm />}
        <div className={styles.actions}>
          <Button variant="secondary" size="small" loading={state === 'sending'} onClick={() => void send()}>
            {t(state === 'asked' ? 'send' : 'again')}
          </Button>
        </div>
      </Alert>
    </div>
  );
}

function CodeForm() {
  const { t } = usePhoneTexts();
  const { showMessage } = useSettingsMessages();
  const { retry: reloadSession } = useSession();
  const { refetch } = usePreferences();
  const form = useBankForm({ schema: verifyPhoneRequest, defaultValues: { code: '' } });
  const { field, errors } = useFormFields(form, { code: t('code') });
  const verify = form.submit(async (body) => {
    await verifyPhone(body);
    showMessage('success', t('done'));
    reloadSession();
    await refetch();
  });
  return (
    <FormFrame form={form} errors={errors} onSubmit={verify}>
      <TextField {...field('code')} inputMode="numeric" autoComplete="one-time-code" />
      <div>
        <Button type="submit" size="small" loading={form.formState.isSubmitting}>
          {t('verify')}
        </Button>
      </div>
    </FormFrame>
  );
}
