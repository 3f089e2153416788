import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Words that are read aloud but not shown. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
