import type { DirectDebit } from '@bank/contracts/direct-debits';
import { bankToday } from '@bank/i18n/format';

/** Whether a debit is refunded today: without a reason, only where there was no mandate, or not at all. */
export function refundOf({
  refundable_until: free,
  contestable_until: contestable,
}: Pick<DirectDebit, 'refundable_until' | 'contestable_until'>): 'free' | 'contest' | 'none' {
  const day = bankToday();
  if (free !== null && day <= free) return 'free';
  return contestable !== null && day <= contestable ? 'contest' : 'none';
}
