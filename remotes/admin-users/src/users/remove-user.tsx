import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useIsShown } from '@bank/client/use-is-shown';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useTexts } from '../texts';
import { useRemoveUser, useUser } from './users.api';

interface RemoveUserProps {
  id: number;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveUser({ id, onClose, onRemoved }: RemoveUserProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const { data: user } = useUser(id);
  const { mutateAsync } = useRemoveUser();
  const isShown = useIsShown();
  const name = user ? `${user.first_name} ${user.last_name}` : t('users.number', { id });
  return (
    <ConfirmDialog
      danger
      title={t('users.remove_question')}
      description={t('users.remove_message', { name })}
      action={shared.t('action.delete')}
      onConfirm={() => mutateAsync(id)}
      done={t('users.removed', { name })}
      failed={t('users.remove_failed')}
      onDone={() => {
        if (!isShown()) return;
        onClose();
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}
