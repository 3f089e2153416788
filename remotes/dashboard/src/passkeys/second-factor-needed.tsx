import { useState } from 'react';
import { isCancelled, signInByPasskey } from '@bank/client/passkeys';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { useSettingsMessages } from '../settings/settings-messages';
import { usePasskeys } from './passkeys.api';
import { usePasskeyTexts } from './texts';

/** Asks an administrator to use their passkey, or else to add a second factor, before anything else opens. */
export function SecondFactorNeeded() {
  const { t } = usePasskeyTexts();
  const { data } = usePasskeys();
  const hasPasskey = (data?.passkeys.length ?? 0) > 0;
  return (
    <Alert tone="warning" title={t('needed')}>
      <Stack gap={12} align="start">
        <p>{t(hasPasskey ? 'needed_use' : 'needed_add')}</p>
        {hasPasskey && <UsePasskey />}
      </Stack>
    </Alert>
  );
}

/** Opens another session by the passkey, which counts as two factors. */
function UsePasskey() {
  const { t } = usePasskeyTexts();
  const { start } = useSession();
  const { showMessage, reportFailure } = useSettingsMessages();
  const [isPending, setIsPending] = useState(false);
  const use = async () => {
    setIsPending(true);
    try {
      start(await signInByPasskey());
    } catch (error) {
      if (isCancelled(error)) showMessage('info', t('needed_cancelled'));
      else reportFailure(error);
      setIsPending(false);
    }
  };
  return (
    <Button icon="key-round" loading={isPending} onClick={() => void use()}>
      {t('needed_action')}
    </Button>
  );
}
