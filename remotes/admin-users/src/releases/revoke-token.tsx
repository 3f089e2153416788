import type { DeployToken } from '@bank/contracts/releases';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useRevokeToken } from './releases.api';
import { useReleaseTexts } from './texts';

export function RevokeToken({ token: { id, team }, onClose }: { token: DeployToken; onClose: () => void }) {
  const { t } = useReleaseTexts();
  const { mutateAsync } = useRevokeToken();
  return (
    <ConfirmDialog
      danger
      title={t('tokens.revoke_question')}
      description={t('tokens.revoke_message', { team })}
      action={t('tokens.revoke')}
      onConfirm={() => mutateAsync(id)}
      done={t('tokens.revoke_done')}
      failed={t('tokens.revoke_failed')}
      onClose={onClose}
    />
  );
}
