import type { CSSProperties } from 'react';
import { formatAmount } from '@bank/i18n/format';
import styles from './balance-figure.module.css';

/** The one figure of a page, in large type on one line at every width; its cents are smaller. */
export function BalanceFigure({ value, currency }: { value: number; currency: string }) {
  const text = formatAmount(value, currency);
  const cents = text.search(/,\d/);
  const end = cents < 0 ? text.length : cents;
  return (
    <div className={styles.frame}>
      <p className={styles.figure} style={{ '--length': text.length } as CSSProperties}>
        {text.slice(0, end)}
        <span className={styles.cents}>{text.slice(end)}</span>
      </p>
    </div>
  );
}
