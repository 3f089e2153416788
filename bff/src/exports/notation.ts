import { bankTimeZone } from '@bank/contracts/time';

/** `−1 234,56 €`, with a plus when money comes in; the specification fixes French notation for amounts. */
export const amountText = (amount: number, currency: string): string =>
  new Intl.NumberFormat('fr-FR', { style: 'currency', currency, signDisplay: 'exceptZero' })
    .format(amount)
    .replace('-', '\u2212');

const seconds = new Intl.DateTimeFormat('sv-SE', {
  timeZone: bankTimeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-11-21 14:05:09`, the time of Paris, in the one notation that every spreadsheet sorts and reads. */
export const momentText = (moment: string): string => seconds.format(new Date(moment));
