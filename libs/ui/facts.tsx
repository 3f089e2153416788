import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface FactsProps {
  /** What has no value is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Each value under its name, where there is little room beside it. */
  stacked?: boolean;
}

/** What is known of something: names, and their values beside them. */
export const Facts = ({ facts, stacked }: FactsProps) => (
  <dl className={stacked ? styles.stacked : undefined}>
    {facts
      .filter(([, value]) => value)
      .map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
