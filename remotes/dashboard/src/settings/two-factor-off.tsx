import { disableTwoFactorRequest } from '@bank/contracts/settings';
import { useBankForm } from '@bank/client/form';
import { PasswordField } from '@bank/ui/password-field';
import { TextField } from '@bank/ui/text-field';
import { useSettingsTexts } from './texts';
import { SettingsForm } from './settings-form';
import { useSettingsMessages } from './settings-messages';
import { useDisableTwoFactor } from './settings.api';

export function TwoFactorOff({ onEnd }: { onEnd: () => void }) {
  const { t } = useSettingsTexts();
  const disable = useDisableTwoFactor();
  const { reportOutcome } = useSettingsMessages();
  const form = useBankForm({ schema: disableTwoFactorRequest, defaultValues: { password: '', code: '' } });
  const onSubmit = form.submit((typed) =>
    reportOutcome(t('settings.two_factor_disabled'), async () => {
      await disable(typed);
      onEnd();
    }),
  );
  const fieldOf = (name: 'password' | 'code') => ({
    ...form.register(name),
    id: `two-factor-off-${name}`,
    label: t(name === 'password' ? 'settings.currentPassword' : 'settings.any_code'),
    error: form.errorOf(name),
    'aria-required': true,
  });
  const password = fieldOf('password');
  const code = fieldOf('code');
  return (
    <>
      <h3>{t('settings.two_factor_off_title')}</h3>
      <p>{t('settings.two_factor_off_lead')}</p>
      <SettingsForm
        fields={[password, code]}
        state={form.formState}
        action={t('settings.two_factor_disable')}
        variant="danger"
        onSubmit={(event) => void onSubmit(event)}
        onCancel={onEnd}
      >
        <PasswordField {...password} />
        <TextField
          {...code}
          hint={t('settings.any_code_hint')}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      </SettingsForm>
    </>
  );
}
