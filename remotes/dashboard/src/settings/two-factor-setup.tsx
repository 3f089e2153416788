import { enableTwoFactorRequest, type TwoFactorSetup } from '@bank/contracts/settings';
import { useBankForm } from '@bank/client/form';
import { useQuery } from '@bank/client/query';
import { Button } from '@bank/ui/button';
import { CodeField } from '@bank/ui/code-field';
import { Stack } from '@bank/ui/layout';
import { useSettingsTexts } from './texts';
import { FetchedSettings } from './fetched-settings';
import { SettingsForm } from './settings-form';
import { useSettingsMessages } from './settings-messages';
import { useEnableTwoFactor } from './settings.api';
import styles from './two-factor-setup.module.css';
import { useCopy } from './use-copy';

interface SetupProps {
  setup: TwoFactorSetup;
  /** It is enabled or cancelled. */
  onEnd: () => void;
}

/** Transfers the secret to an authenticator app, and verifies a first code. */
export function TwoFactorSetupSteps({ setup, onEnd }: SetupProps) {
  const { t } = useSettingsTexts();
  return (
    <ol className={styles.steps}>
      <Stack as="li" gap={12} align="start" className={styles.step}>
        <h3>{t('settings.two_factor_add')}</h3>
        <p>{t('settings.two_factor_add_lead')}</p>
        <QrCode address={setup.otpauth_url} />
        <a href={setup.otpauth_url}>{t('settings.two_factor_open_app')}</a>
        <TypedKey secret={setup.secret} />
      </Stack>
      <Stack as="li" gap={12} align="start" className={styles.step}>
        <h3>{t('settings.two_factor_first_code')}</h3>
        <FirstCode onEnd={onEnd} />
      </Stack>
    </ol>
  );
}

/** The library is loaded on demand. Not cached: the picture contains the secret. */
function QrCode({ address }: { address: string }) {
  const { t } = useSettingsTexts();
  const drawing = useQuery({
    queryKey: ['dashboard', 'settings', 'qr-code', address],
    queryFn: async () => (await import('qrcode')).toString(address, { type: 'svg', margin: 3 }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <div className={styles.picture}>
      <FetchedSettings query={drawing} rows={3} failed={t('settings.two_factor_qr_failed')}>
        {(svg) => (
          <img
            className={styles.qr}
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
            alt={t('settings.two_factor_qr')}
          />
        )}
      </FetchedSettings>
    </div>
  );
}

function TypedKey({ secret }: { secret: string }) {
  const { t } = useSettingsTexts();
  const copy = useCopy();
  return (
    <>
      <p>{t('settings.two_factor_key')}</p>
      <p className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <Button
        variant="secondary"
        size="small"
        icon="copy"
        onClick={() => void copy(secret, t('settings.two_factor_key_copied'))}
      >
        {t('settings.two_factor_key_copy')}
      </Button>
    </>
  );
}

function FirstCode({ onEnd }: Pick<SetupProps, 'onEnd'>) {
  const { t } = useSettingsTexts();
  const enable = useEnableTwoFactor();
  const { reportOutcome } = useSettingsMessages();
  const form = useBankForm({ schema: enableTwoFactorRequest, defaultValues: { code: '' } });
  const onSubmit = form.submit((typed) =>
    reportOutcome(t('settings.two_factor_enabled'), async () => {
      await enable(typed);
      onEnd();
    }),
  );
  const field = {
    ...form.register('code'),
    id: 'two-factor-code',
    label: t('settings.code'),
    error: form.errorOf('code'),
    'aria-required': true,
  };
  return (
    <SettingsForm
      fields={[field]}
      state={form.formState}
      action={t('settings.two_factor_enable')}
      onSubmit={(event) => void onSubmit(event)}
      onCancel={onEnd}
    >
      <CodeField {...field} hint={t('settings.code_hint')} />
    </SettingsForm>
  );
}
