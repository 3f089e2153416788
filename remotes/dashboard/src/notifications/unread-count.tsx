import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import { useUnreadCount } from './notifications.api';
import styles from './unread-count.module.css';

/** The highest number that fits in the badge. */
const maximum = 99;

/** A badge with the number of unread notifications, with a text for screen readers; nothing for none. */
export function UnreadCount() {
  const { t } = useTexts();
  const count = useUnreadCount();
  if (!count) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count > maximum ? `${maximum}+` : count}</span>
      <VisuallyHidden>{t('notifications.unread', { count })}</VisuallyHidden>
    </span>
  );
}
