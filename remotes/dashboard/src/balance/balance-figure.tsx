import { Amount } from '@bank/ui/amount';
import styles from './balance-figure.module.css';

/** The balance as the largest thing on its page, in one line however narrow the page. */
export function BalanceFigure({ value, currency }: { value: number; currency: string }) {
  return (
    <div className={styles.frame}>
      <p className={styles.figure}>
        <Amount value={value} currency={currency} />
      </p>
    </div>
  );
}
