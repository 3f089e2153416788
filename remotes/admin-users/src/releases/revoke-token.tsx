import { useRef } from 'react';
import type { DeployToken } from '@bank/contracts/releases';
import { failureText } from '@bank/client/call-failure';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { useRevokeToken } from './releases.api';
import { useReleaseTexts } from './texts';

/** Asks before a token ends for good. */
export function RevokeToken({ token: { id, team }, onClose }: { token: DeployToken; onClose: () => void }) {
  const { t } = useReleaseTexts();
  const shared = useSharedTexts();
  const { show } = useToast();
  const { mutateAsync, isPending } = useRevokeToken();
  const keep = useRef<HTMLButtonElement>(null);
  const revoke = async () => {
    try {
      await mutateAsync(id);
      show({ type: 'success', message: t('tokens.revoke_done') });
      onClose();
    } catch (error) {
      const failed = t('tokens.revoke_failed');
      show({ type: 'error', message: failureText(error, { failed, offline: failed }) });
    }
  };
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      onClose={onClose}
      initialFocus={keep}
      title={t('tokens.revoke_question')}
      description={t('tokens.revoke_message', { team })}
      actions={
        <>
          <Button variant="danger" loading={isPending} onClick={() => void revoke()}>
            {t('tokens.revoke')}
          </Button>
          <Button ref={keep} variant="secondary" onClick={onClose}>
            {shared.t('action.cancel')}
          </Button>
        </>
      }
    />
  );
}
