import type { Notification } from '@bank/contracts/notifications';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useNotificationTexts } from './texts';
import { useDeleteNotification } from './notifications.api';

interface DeleteNotificationProps {
  notification: Notification;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteNotification({ notification, onClose, onDeleted }: DeleteNotificationProps) {
  const { t } = useNotificationTexts();
  const { mutateAsync } = useDeleteNotification();
  const { id, title } = notification;
  return (
    <ConfirmDialog
      danger
      title={t('notifications.delete_title')}
      description={t('notifications.delete_message', { title })}
      action={t('notifications.delete')}
      onConfirm={() => mutateAsync(id)}
      done={t('notifications.deleted')}
      failed={t('notifications.delete_failed')}
      onDone={onDeleted}
      onClose={onClose}
    />
  );
}
