import type { ReactNode } from 'react';
import styles from './scroll-area.module.css';

/** Lets a table that is wider than the page scroll by itself; the keyboard reaches it, hence the name and the stop. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.area} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
