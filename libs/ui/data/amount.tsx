import { formatAmount, formatSignedAmount } from '@bank/i18n/format';
import styles from './amount.module.css';
import { classNames } from '../theme/class-names';

export interface AmountProps {
  /** Decimal units of the currency, as on the wire. */
  value: number;
  currency?: string;
  size?: 'inherit' | 'medium' | 'large' | 'display';
  /** Shows a plus for incoming money; a minus is always shown. */
  signed?: boolean;
  /**
   * `direction`: green and signed when money comes in. Outgoing amounts stay ink: a debit is not an error.
   */
  tone?: 'plain' | 'direction';
}

/** An amount of money in figures of one width, never broken over two lines. */
export function Amount({ value, currency, size = 'inherit', signed = false, tone = 'plain' }: AmountProps) {
  const format = signed || tone === 'direction' ? formatSignedAmount : formatAmount;
  const incoming = tone === 'direction' && value > 0;
  return (
    <span className={classNames(styles.amount, styles[size], incoming && styles.incoming)}>
      {format(value, currency)}
    </span>
  );
}
