import type { ReactNode } from 'react';
import styles from './fields.module.css';

/** Names and values in a column. */
export const Fields = ({ fields }: { fields: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.fields}>
    {fields.map(([name, value]) => (
      <div key={name} className={styles.field}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
