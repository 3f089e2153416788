import type { PartnerKey } from '@bank/contracts/partners';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useRevokeKey } from './partners.api';
import { usePartnerTexts } from './texts';

interface RevokeKeyProps {
  partnerId: number;
  chosen: PartnerKey;
  onClose: () => void;
}

export function RevokeKey({ partnerId, chosen, onClose }: RevokeKeyProps) {
  const { t } = usePartnerTexts();
  const { mutateAsync } = useRevokeKey(partnerId);
  return (
    <ConfirmDialog
      danger
      title={t('keys.revoke_question')}
      description={t('keys.revoke_message', { key: chosen.key })}
      action={t('keys.revoke')}
      onConfirm={() => mutateAsync(chosen.id)}
      done={t('keys.revoke_done')}
      failed={t('keys.revoke_failed')}
      onClose={onClose}
    />
  );
}
