import { compact } from '@bank/contracts/invisible-marks';
import { classNames } from '../theme/class-names';
import styles from './control.module.css';
import { TextField, type TextFieldProps } from './text-field';

/**
 * Reads an amount as a person types it ("12,50", "1 234.5", "12 €") into decimal units, exact to the cent.
 * Null when it is not a positive or zero amount with at most two decimals that a number carries exactly.
 */
export function parseAmount(text: string): number | null {
  const digits = compact(text).replaceAll('€', '');
  if (!/^\d+(?:[.,]\d{1,2})?$/.test(digits)) return null;
  const [units = '', fraction = ''] = digits.split(/[.,]/);
  const cents = Number(units + fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents / 100 : null;
}

export interface AmountFieldProps extends Omit<TextFieldProps, 'type' | 'prefix' | 'suffix'> {
  currency?: string;
}

/** An amount of money. The text stays as typed; `parseAmount` reads it. */
export function AmountField({ currency = 'EUR', className, ...props }: AmountFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...props}
      type="text"
      inputMode="decimal"
      className={classNames(styles.figures, className)}
      suffix={currency === 'EUR' ? '€' : currency}
    />
  );
}
