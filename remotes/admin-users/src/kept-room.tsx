import type { ReactNode } from 'react';
import styles from './kept-room.module.css';

/** Takes the room of a text whose figure is on its way, so that what follows does not move. Neither seen nor read out. */
export const KeptRoom = ({ children }: { children: ReactNode }) => (
  <span className={styles.room} aria-hidden="true">
    {children}
  </span>
);
