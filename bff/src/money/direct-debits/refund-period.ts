import { addDays, addMonthsToDay } from '@bank/contracts/days';
import { noMandateMonths, refundWeeks } from '@bank/contracts/direct-debits';

/** The last day on which a debit of that day is refunded without a reason: eight weeks later. */
export const refundableUntil = (bookedOn: string): string => addDays(bookedOn, refundWeeks * 7);

/** The last day on which a debit without a mandate is refunded: the same day thirteen months later, or that month's last. */
export const contestableUntil = (bookedOn: string): string => addMonthsToDay(bookedOn, noMandateMonths);
