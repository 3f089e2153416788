import type { ReactNode } from 'react';
import styles from './columns.module.css';

/** The main column of a page, and beside it, where there is room, a narrow one. */
export const Columns = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className={styles.columns}>
    <div className={styles.main}>{children}</div>
    {aside}
  </div>
);
