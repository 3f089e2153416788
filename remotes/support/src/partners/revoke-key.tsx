import { useRef } from 'react';
import type { PartnerKey } from '@bank/contracts/partners';
import { failureText } from '@bank/client/call-failure';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { useRevokeKey } from './partners.api';
import { usePartnerTexts } from './texts';

interface RevokeKeyProps {
  partnerId: number;
  chosen: PartnerKey;
  onClose: () => void;
}

/** Asks before a key ends for good. */
export function RevokeKey({ partnerId, chosen, onClose }: RevokeKeyProps) {
  const { t } = usePartnerTexts();
  const shared = useSharedTexts();
  const { show } = useToast();
  const { mutate, isPending } = useRevokeKey(partnerId);
  const keep = useRef<HTMLButtonElement>(null);
  const revoke = () =>
    mutate(chosen.id, {
      onSuccess: () => {
        show({ type: 'success', message: t('keys.revoke_done') });
        onClose();
      },
      onError: (error) => {
        const failed = t('keys.revoke_failed');
        show({ type: 'error', message: failureText(error, { failed, offline: failed }) });
      },
    });
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      onClose={onClose}
      initialFocus={keep}
      title={t('keys.revoke_question')}
      description={t('keys.revoke_message', { key: chosen.key })}
      actions={
        <>
          <Button variant="danger" loading={isPending} onClick={revoke}>
            {t('keys.revoke')}
          </Button>
          <Button ref={keep} variant="secondary" onClick={onClose}>
            {shared.t('action.cancel')}
          </Button>
        </>
      }
    />
  );
}
