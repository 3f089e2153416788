import type { ReactNode } from 'react';
import styles from './detail-columns.module.css';

interface DetailColumnsProps {
  children: ReactNode;
  /** One element, such as the card of the item's facts. */
  aside: ReactNode;
}

/** What an item's page is about, one below the other, and a narrower column beside it where the page is wide enough. */
export const DetailColumns = ({ children, aside }: DetailColumnsProps) => (
  <div className={styles.columns}>
    <div className={styles.column}>{children}</div>
    {aside}
  </div>
);
