import { useState } from 'react';
import { verifyPhoneRequest } from '@bank/contracts/settings';
import { newIdempotencyKey } from '@bank/client/api';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useSession } from '@bank/client/session';
import { useKept } from '@bank/client/use-kept';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { TextField } from '@bank/ui/text-field';
import styles from '../settings/pending-email.module.css';
import { useSettingsMessages } from '../settings/settings-messages';
import { usePreferences } from '../settings/settings.api';
import { requestCode, verifyPhone } from './phone.api';
import { usePhoneTexts } from './texts';

interface PhoneVerificationProps {
  phone: string;
  /** Takes the focus, which leaves the page with the form of the code. */
  onVerified: () => void;
}

/** A code that is under way: a telephone may reload the page while the person reads the message. */
interface SentCode {
  phone: string;
  /** By the clock of this device, ms since 1970. */
  at: number;
}

/** As long as the message promises. */
const codeMs = 10 * 60_000;

/** Offers to verify the saved telephone number; for where the bank can send text messages. */
export function PhoneVerification({ phone, onVerified }: PhoneVerificationProps) {
  const { t } = usePhoneTexts();
  const { showMessage, reportFailure } = useSettingsMessages();
  const [kept, keep] = useKept<SentCode>('phone-code');
  const [state, setState] = useState<'asked' | 'sending' | 'sent'>(() =>
    kept?.phone === phone && Date.now() - (kept.at ?? 0) < codeMs ? 'sent' : 'asked',
  );
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const send = async () => {
    const before = state;
    setState('sending');
    try {
      await requestCode(idempotencyKey);
      setState('sent');
      setKey(newIdempotencyKey());
      keep({ phone, at: Date.now() });
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
        {state !== 'asked' && <CodeForm onVerified={onVerified} />}
        <div className={styles.actions}>
          <Button variant="secondary" size="small" loading={state === 'sending'} onClick={() => void send()}>
            {t(state === 'asked' ? 'send' : 'again')}
          </Button>
        </div>
      </Alert>
    </div>
  );
}

function CodeForm({ onVerified }: Pick<PhoneVerificationProps, 'onVerified'>) {
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
    onVerified();
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
