import { useRef } from 'react';
import type { Notification } from '@bank/contracts/notifications';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { failureText } from '@bank/client/call-failure';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { useDeleteNotification } from './notifications.api';

interface DeleteNotificationProps {
  /** The one to delete; nothing is asked without it. */
  notification: Notification | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a notification goes, since the server keeps no copy. */
export function DeleteNotification({ notification, onClose, onDeleted }: DeleteNotificationProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const { show } = useToast();
  const { mutate, isPending } = useDeleteNotification();
  const cancel = useRef<HTMLButtonElement>(null);
  if (!notification) return null;
  const { id, title } = notification;
  const remove = () =>
    mutate(id, {
      onSuccess: () => {
        show({ type: 'success', message: t('notifications.deleted') });
        onDeleted();
      },
      onError: (error) => {
        const failed = t('notifications.delete_failed');
        show({ type: 'error', message: failureText(error, { failed, offline: failed }) });
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      size="small"
      title={t('notifications.delete_title')}
      description={t('notifications.delete_message', { title })}
      initialFocus={cancel}
      actions={
        <>
          <Button variant="danger" loading={isPending} onClick={remove}>
            {t('notifications.delete')}
          </Button>
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            {shared('action.cancel')}
          </Button>
        </>
      }
    />
  );
}
