import { changePasswordRequest } from '@bank/contracts/settings';
import { useBankForm } from '@bank/client/form';
import { useSession } from '@bank/client/session';
import { Card } from '@bank/ui/card';
import { PasswordField } from '@bank/ui/password-field';
import { useSettingsTexts } from './texts';
import { SettingsForm } from './settings-form';
import { useSettingsMessages } from './settings-messages';
import { useChangePassword } from './settings.api';
import styles from './settings.module.css';

export function PasswordSettings() {
  const { t } = useSettingsTexts();
  return (
    <Card title={t('settings.password')}>
      <p className={styles.lead}>{t('settings.password_lead')}</p>
      <PasswordForm />
    </Card>
  );
}

function PasswordForm() {
  const { t } = useSettingsTexts();
  const { user } = useSession();
  const change = useChangePassword();
  const { reportOutcome } = useSettingsMessages();
  const form = useBankForm({
    schema: changePasswordRequest,
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const onSubmit = form.submit((typed) =>
    reportOutcome(t('settings.password_changed'), async () => {
      await change(typed);
      form.reset();
    }),
  );
  const fieldOf = (name: 'currentPassword' | 'newPassword' | 'confirmPassword') => ({
    ...form.register(name),
    id: `password-${name}`,
    label: t(`settings.${name}`),
    error: form.errorOf(name),
    'aria-required': true,
  });
  const current = fieldOf('currentPassword');
  const chosen = fieldOf('newPassword');
  const confirmation = fieldOf('confirmPassword');
  return (
    <SettingsForm
      fields={[current, chosen, confirmation]}
      state={form.formState}
      action={t('settings.password_submit')}
      onSubmit={(event) => void onSubmit(event)}
    >
      {/* For password managers. */}
      <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />
      <PasswordField {...current} autoComplete="current-password" />
      <PasswordField {...chosen} autoComplete="new-password" hint={t('settings.newPassword_hint')} />
      <PasswordField {...confirmation} autoComplete="new-password" />
    </SettingsForm>
  );
}
