import type { ComponentProps } from 'react';
import { useFormat } from '@bank/i18n/use-format';
import styles from './progress.module.css';

export interface ProgressProps {
  /** The name of the progress, for screen readers. */
  label: string;
  value: number;
}

/** A progress bar with its percentage. */
export function Progress({ label, value }: ProgressProps) {
  const { percent } = useFormat();
  return (
    <div className={styles.progress}>
      <ProgressBar value={value} aria-label={label} />
      <span className={styles.part} aria-hidden="true">
        {percent(Math.round(value * 100) / 100)}
      </span>
    </div>
  );
}

/** A progress bar as wide as its place. */
export const ProgressBar = (props: Omit<ComponentProps<'progress'>, 'className'>) => (
  <progress {...props} className={styles.bar} />
);
