import { z } from 'zod';
import { passkeyName } from '@bank/contracts/passkeys';
import { addPasskey, isCancelled, isKnownHere, knowsPasskeys } from '@bank/client/passkeys';
import { useSession } from '@bank/client/session';
import { useBankForm } from '@bank/client/form';
import { TextField } from '@bank/ui/text-field';
import settings from '../settings/settings.module.css';
import { SettingsForm } from '../settings/settings-form';
import { useSettingsMessages } from '../settings/settings-messages';
import { useRefreshPasskeys } from './passkeys.api';
import { usePasskeyTexts } from './texts';

const schema = z.object({ name: passkeyName });

/** Adds a passkey under a name; the browser asks where to keep it. */
export function AddPasskey() {
  const { t } = usePasskeyTexts();
  const form = useBankForm({ schema, defaultValues: { name: '' } });
  const { showMessage, reportFailure } = useSettingsMessages();
  const { user, retry: refreshSession } = useSession();
  const refresh = useRefreshPasskeys();
  const submit = form.submit(async ({ name }) => {
    try {
      await addPasskey(name);
      showMessage('success', t('added', { name }));
      form.reset();
      if (user?.second_factor_required) refreshSession();
    } catch (error) {
      if (isCancelled(error)) showMessage('info', t('cancelled'));
      else if (isKnownHere(error)) showMessage('error', t('known'));
      else reportFailure(error);
    }
    void refresh();
  });
  if (!knowsPasskeys()) return <p className={settings.lead}>{t('unknown_browser')}</p>;
  const field = {
    ...form.register('name'),
    id: 'passkey-name',
    label: t('name'),
    hint: t('name_hint'),
    error: form.errorOf('name'),
    'aria-required': true,
  };
  return (
    <SettingsForm
      fields={[field]}
      state={form.formState}
      action={t('add')}
      onSubmit={(event) => void submit(event)}
    >
      <TextField {...field} autoComplete="off" />
    </SettingsForm>
  );
}
