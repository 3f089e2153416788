import type { ReactNode } from 'react';
import { Icon, type IconName } from '../theme/icon';
import styles from './stat.module.css';

export interface StatProps {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  icon?: IconName;
  /** A link to the source of the figure. */
  action?: ReactNode;
}

/** A figure with its name. */
export function Stat({ label, value, hint, icon, action }: StatProps) {
  return (
    <div className={styles.stat}>
      <p className={styles.label}>
        {icon && <Icon name={icon} />}
        {label}
      </p>
      <p className={styles.value}>{value}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
