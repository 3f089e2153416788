import type { Notification, NotificationType } from '@bank/contracts/notifications';
import { Link } from '@bank/client/router';
import { unbroken } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button, buttonClass } from '@bank/ui/button';
import { classNames } from '@bank/ui/class-names';
import { Icon } from '@bank/ui/icon';
import { useNotificationTexts } from './texts';
import styles from './notification-row.module.css';
import { rowId } from './use-row-focus';

const icons = {
  transaction: 'arrow-left-right',
  security: 'shield-check',
  success: 'circle-check',
  info: 'info',
} as const;

/** A badge only for what asks for attention. */
function Kind({ type }: { type: NotificationType }) {
  const { t } = useNotificationTexts();
  const words = t(`notifications.type_${type}`);
  if (type === 'warning' || type === 'error')
    return <Badge tone={type === 'error' ? 'danger' : type}>{words}</Badge>;
  return (
    <span className={styles.type}>
      <Icon name={icons[type]} size={16} />
      {words}
    </span>
  );
}

interface NotificationRowProps {
  notification: Notification;
  /** In ms since 1970. */
  now: number;
  isMarking: boolean;
  onMark: () => void;
  onDelete: () => void;
}

export function NotificationRow({ notification, now, isMarking, onMark, onDelete }: NotificationRowProps) {
  const { t } = useNotificationTexts();
  const { relativeTime, dateTime } = useFormat();
  const { type, title, message, link, timestamp, read } = notification;
  return (
    <li id={rowId(notification.id)} tabIndex={-1} className={classNames(styles.row, !read && styles.unread)}>
      <p className={styles.kind}>
        <Kind type={type} />
        <time dateTime={timestamp} title={dateTime(timestamp)}>
          {relativeTime(timestamp, now)}
        </time>
        {!read && <span className={styles.new}>{t('notifications.new')}</span>}
      </p>
      <h3 className={styles.title}>{unbroken(title)}</h3>
      <p className={styles.message}>{unbroken(message)}</p>
      <div className={styles.actions}>
        {link && (
          <Link
            to={link}
            className={buttonClass({ variant: 'quiet', size: 'small' })}
            aria-label={t('notifications.open_of', { title })}
          >
            {t('notifications.open')}
          </Link>
        )}
        {!read && (
          <Button
            variant="quiet"
            size="small"
            icon="check"
            loading={isMarking}
            aria-label={t('notifications.mark_read_of', { title })}
            onClick={onMark}
          >
            {t('notifications.mark_read')}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          icon="trash-2"
          aria-label={t('notifications.delete_of', { title })}
          onClick={onDelete}
        >
          <span className={styles.word}>{t('notifications.delete')}</span>
        </Button>
      </div>
    </li>
  );
}
