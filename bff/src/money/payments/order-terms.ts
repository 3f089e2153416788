import { addDays } from '@bank/contracts/days';
import { isSepa } from '@bank/contracts/iban';
import type { PaymentRequest } from '@bank/contracts/payment-orders';
import { plannedDaysMaximum } from '@bank/contracts/payments';
import { ApiException } from '../../platform/errors/api-exception';
import { parisDay } from '../../platform/time/paris-day';
import { isOwnAccount } from '../accounts/iban';
import type { PayeeOrder } from './payment-order';

/**
 * The Paris day of a planned payment; null for one that leaves as soon as possible, today included.
 * @throws ApiException INVALID_FIELDS for a day that is over, or too far ahead.
 */
export function plannedDay({ execution_date: day }: PaymentRequest, now: Date): string | null {
  const today = parisDay(now);
  if (day === undefined || day === today) return null;
  if (day < today || day > addDays(today, plannedDaysMaximum)) {
    throw new ApiException('INVALID_FIELDS', { fields: { execution_date: 'EXECUTION_DATE' } });
  }
  return day;
}

/**
 * Refuses an IBAN or a BIC of this bank, of an account or not: no other bank can be paid by it.
 * @throws ApiException RECIPIENT_IN_THIS_BANK, which a transfer must be used for.
 */
export function refuseOwn({ recipient_account: account, payee }: PayeeOrder): void {
  if (!isOwnAccount(account, payee?.bic ?? null)) return;
  throw new ApiException('RECIPIENT_IN_THIS_BANK', {
    fields: { recipient_account: 'RECIPIENT_IN_THIS_BANK' },
  });
}

/** By the destination, whatever payment method was chosen. */
export const isInternational = (request: PayeeOrder) =>
  isInternationalTransfer(request) || !isSepa(request.recipient_account);

/** By the method that was chosen. */
export const isInternationalTransfer = ({ payment_method }: PayeeOrder) =>
  payment_method === 'international_transfer';

/** Shared unless the payer chose otherwise; a SEPA transfer has no choice. */
export const chargesOf = (request: PayeeOrder) =>
  request.charges ?? (isInternationalTransfer(request) ? 'SHA' : null);
