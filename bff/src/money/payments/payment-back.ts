import { decimalText, homeCurrency } from '@bank/contracts/currencies';
import type { NotificationKey } from '../../people/notifications/notification-texts';
import type { LockedPayment } from './locked-payment';

/** Money of a sent payment that comes back, the fee of a refused one included, and why (ISO 20022). */
interface BroughtBack {
  stage: 'rejected' | 'returned';
  amount: bigint;
  code: string;
}

/**
 * What its payer is notified of: whether all of it came, and whether it is on the account. One whose account in euros is
 * closed is no customer any more.
 */
export function noticeOfBack(
  { amount: sent, currency, isOpen }: Pick<LockedPayment, 'amount' | 'currency' | 'isOpen'>,
  { stage, amount, code }: BroughtBack,
): { key: NotificationKey; values: Record<string, string> } {
  const values = { back: decimalText(amount, currency), code };
  if (!isOpen && currency !== homeCurrency) return { key: 'payment_back_waits', values };
  if (stage === 'rejected') return { key: 'payment_sent_back', values };
  return { key: amount < sent ? 'payment_returned_less' : 'payment_returned', values };
}
