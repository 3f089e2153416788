import { Amount } from '@bank/ui/amount';
import styles from './balance-figure.module.css';

/** The balance in large type, on one line at every width. */
export function BalanceFigure({ value, currency }: { value: number; currency: string }) {
  return (
    <div className={styles.frame}>
      <p className={styles.figure}>
        <Amount value={value} currency={currency} />
      </p>
    </div>
  );
}
