import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface FactsProps {
  /** Each value under its name, where there is little room beside it. */
  stacked?: boolean;
  /** Each a `Fact`. */
  children: ReactNode;
}

/** What is known of something, a `Fact` a line. */
export const Facts = ({ stacked, children }: FactsProps) => (
  <dl className={stacked ? styles.stacked : undefined}>{children}</dl>
);

/** A name, and the value beside it; left out without a value, which nought is. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children || children === 0 ? (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;
