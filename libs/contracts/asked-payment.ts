// Without zod: the frames on partners' pages read this too.

import { compactIban, isIban, isSepa } from './iban';
import { isExactIn } from './minor-units';
import { homeCurrency } from './currencies';
import { descriptionLength, orderMaximum, payeeNameLength } from './order-limits';

/** A partner page's request for a payment, by a SEPA transfer in euros. */
export interface AskedPayment {
  payee: string;
  iban: string;
  amount: number;
  reference: string | null;
}

/** As attributes of `<bank-pay>` and fields of its form. */
type Written = Partial<Record<keyof AskedPayment, string>>;

/** Without what is not seen, or turns the direction of what follows: a person must read what is sent. */
const isReadable = (value: string, longest: number) => value.length <= longest && !/\p{C}/u.test(value);

/** The request as written by a page, if all of it is valid. */
export function askedPaymentOf(written: Written): AskedPayment | undefined {
  const [payee = '', reference = ''] = [written.payee?.trim(), written.reference?.trim()];
  const iban = compactIban(written.iban ?? '');
  const amount = /^\d{1,8}(\.\d{1,2})?$/.test(written.amount ?? '') ? Number(written.amount) : 0;
  const isValid =
    payee !== '' &&
    isReadable(payee, payeeNameLength) &&
    isReadable(reference, descriptionLength) &&
    isIban(iban) &&
    isSepa(iban) &&
    amount > 0 &&
    amount <= orderMaximum &&
    isExactIn(amount, homeCurrency);
  return isValid ? { payee, iban, amount, reference: reference === '' ? null : reference } : undefined;
}
