import type { ReactNode } from 'react';
import styles from './scene.module.css';

/**
 * A linocut in two colours for an empty or a happy place: decorative, so hidden from screen readers, and without raw colours:
 * the block, the sun, and what the knife took away.
 */
export function Scene({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true" className={styles.scene}>
      {children}
    </svg>
  );
}

export const parts = { block: styles.block, sun: styles.sun, cut: styles.cut, ray: styles.ray };
