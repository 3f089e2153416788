import type { ReactNode } from 'react';
import styles from './reserved-space.module.css';

/** Takes the space of a text whose figure is on its way, so that what follows does not move. Neither seen nor read out. */
export const ReservedSpace = ({ children }: { children: ReactNode }) => (
  <span className={styles.space} aria-hidden="true">
    {children}
  </span>
);
