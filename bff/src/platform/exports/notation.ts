import { leastDigits } from '@bank/contracts/currencies';
import { bankTimeZone } from '@bank/contracts/days';

/** An amount such as `−1 234,56 €`, with a plus for income; French notation in every language (specification). */
export const amountText = (amount: number, currency: string): string =>
  notated(amount, currency, 'exceptZero');

/** As `amountText`, without a plus, for balances and columns whose header names the direction. */
export const plainAmountText = (amount: number, currency: string): string =>
  notated(amount, currency, 'auto');

/** By currency and sign: creating a format is slow. */
const formats = new Map<string, Intl.NumberFormat>();

function notated(amount: number, currency: string, signDisplay: 'auto' | 'exceptZero'): string {
  const name = `${currency} ${signDisplay}`;
  const minimumFractionDigits = leastDigits(currency);
  const format =
    formats.get(name) ??
    new Intl.NumberFormat('fr-FR', { style: 'currency', currency, signDisplay, minimumFractionDigits });
  formats.set(name, format);
  return format.format(amount).replace('-', '\u2212');
}

const seconds = new Intl.DateTimeFormat('sv-SE', {
  timeZone: bankTimeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The time in Paris such as `2026-11-21 14:05:09`, which every spreadsheet sorts and reads. */
export const momentText = (moment: string): string => seconds.format(new Date(moment));
