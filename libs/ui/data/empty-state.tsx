import type { ReactNode } from 'react';
import { Icon, type IconName } from '../theme/icon';
import styles from './state.module.css';

export interface EmptyStateProps {
  icon?: IconName;
  /** In place of the icon. */
  picture?: ReactNode;
  title: string;
  message?: ReactNode;
  /** The next step, a button or a link. */
  action?: ReactNode;
}

/** An empty list: states what will appear and offers the next step. */
export function EmptyState({ icon = 'inbox', picture, title, message, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {picture ?? (
        <span className={styles.icon}>
          <Icon name={icon} size={24} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {message && <p className={styles.message}>{message}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
