import type { ReactNode } from 'react';
import styles from './description-list.module.css';

export interface DescriptionListProps {
  /** Each value below its term, for narrow places. */
  stacked?: boolean;
  /** Each a `Fact`. */
  children: ReactNode;
}

/** A list of `Fact`s, one per line. */
export const DescriptionList = ({ stacked, children }: DescriptionListProps) => (
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
