import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import { useUnreadCount } from './notifications.api';
import styles from './unread-count.module.css';

/** The most that the small badge has room for. */
const most = 99;

/** How many notifications wait, beside the way to them: a figure to see, words to hear, and nothing for none. */
export function UnreadCount() {
  const { t } = useTexts();
  const count = useUnreadCount();
  if (!count) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count > most ? `${most}+` : count}</span>
      <VisuallyHidden>{t('notifications.unread', { count })}</VisuallyHidden>
    </span>
  );
}
