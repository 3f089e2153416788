import { useRef } from 'react';
import { failureText } from '@bank/client/call-failure';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { useRemoveUser, useUser } from './users.api';

interface RemoveUserProps {
  id: number;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before a person is deleted for good. */
export function RemoveUser({ id, onClose, onRemoved }: RemoveUserProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const { show } = useToast();
  const { data: user } = useUser(id);
  const { mutate, isPending } = useRemoveUser();
  const keep = useRef<HTMLButtonElement>(null);
  const name = user ? `${user.first_name} ${user.last_name}` : t('users.number', { id });
  const remove = () =>
    mutate(id, {
      onSuccess: () => {
        show({ type: 'success', message: t('users.removed', { name }) });
        onClose();
        onRemoved();
      },
      onError: (error) => {
        const failed = t('users.remove_failed');
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
      title={t('users.remove_question')}
      description={t('users.remove_message', { name })}
      actions={
        <>
          <Button variant="danger" loading={isPending} onClick={remove}>
            {shared.t('action.delete')}
          </Button>
          <Button ref={keep} variant="secondary" onClick={onClose}>
            {shared.t('action.cancel')}
          </Button>
        </>
      }
    />
  );
}
