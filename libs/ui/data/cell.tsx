import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names';
import styles from './cell.module.css';

/** The content of a table's cell in lines: its text, then any `CellDetail`. */
export function CellLines({ children }: { children: ReactNode }) {
  return <div className={styles.lines}>{children}</div>;
}

/** A smaller line beneath the text of a cell. */
export function CellDetail({ children, tone }: { children: ReactNode; tone?: 'warning' }) {
  return <span className={classNames(styles.detail, tone && styles[tone])}>{children}</span>;
}

/** A reference, which no line breaks at its hyphens. */
export function Whole({ children }: { children: ReactNode }) {
  return <span className={styles.whole}>{children}</span>;
}

/** The buttons of a row. */
export function CellActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
