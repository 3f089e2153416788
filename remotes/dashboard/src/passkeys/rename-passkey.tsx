import { renamePasskeyRequest, type Passkey } from '@bank/contracts/passkeys';
import { useBankForm } from '@bank/client/form';
import { useIsShown } from '@bank/client/use-is-shown';
import { Dialog } from '@bank/ui/dialog';
import { TextField } from '@bank/ui/text-field';
import { SettingsForm } from '../settings/settings-form';
import { useSettingsMessages } from '../settings/settings-messages';
import { renamePasskey, useRefreshPasskeys } from './passkeys.api';
import { usePasskeyTexts } from './texts';

/** Asks for another name of a passkey. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = usePasskeyTexts();
  const form = useBankForm({ schema: renamePasskeyRequest, defaultValues: { name: passkey.name } });
  const { reportOutcome } = useSettingsMessages();
  const refresh = useRefreshPasskeys();
  const isShown = useIsShown();
  const submit = form.submit(({ name }) =>
    reportOutcome(t('renamed'), async () => {
      await renamePasskey(passkey.id, name);
      void refresh();
      if (isShown()) onClose();
    }),
  );
  const field = {
    ...form.register('name'),
    id: 'passkey-new-name',
    label: t('name'),
    error: form.errorOf('name'),
    'aria-required': true,
  };
  return (
    <Dialog open size="small" title={t('rename_of', { name: passkey.name })} onClose={onClose}>
      <SettingsForm
        fields={[field]}
        state={form.formState}
        action={t('rename_save')}
        onSubmit={(event) => void submit(event)}
        onCancel={onClose}
      >
        <TextField {...field} autoComplete="off" />
      </SettingsForm>
    </Dialog>
  );
}
