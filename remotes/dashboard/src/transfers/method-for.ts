import { isSepa } from '@bank/contracts/iban';
import type { PaymentMethod } from '@bank/contracts/payments';

/** The method that reaches an account by its compact IBAN, by which the bank also pays the runs of a standing order. */
export const methodFor = (account: string): PaymentMethod =>
  isSepa(account) ? 'sepa_transfer' : 'international_transfer';
