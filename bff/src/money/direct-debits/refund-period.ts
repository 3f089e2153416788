import { noMandateMonths, refundWeeks } from '@bank/contracts/direct-debits';
import { addDays } from '../../platform/time/paris-day';

/** The last day on which a debit of that day is refunded without a reason: eight weeks later. */
export const refundableUntil = (bookedOn: string): string => addDays(bookedOn, refundWeeks * 7);

/** The last day on which a debit without a mandate is refunded: the same day thirteen months later, or that month's last. */
export function contestableUntil(bookedOn: string): string {
  const [year, month, date] = bookedOn.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + noMandateMonths, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}
