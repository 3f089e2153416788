import { kycValidYears } from '@bank/contracts/kyc';
import { endOfParisDay, parisDay } from '../../platform/time/paris-day';

/** Whether the user `u`, a row of `users`, has an approved identity that is still valid; its one value is `approvedSince`. */
export const isApproved = (u: string) => `(${u}.kyc_status = 'approved' AND ${u}.identity_approved_at >= ?)`;

/** An identity that was approved before this moment has run out: on the same day two years later it is no longer valid. */
export function approvedSince(now: Date): Date {
  const today = parisDay(now);
  return endOfParisDay(`${Number(today.slice(0, 4)) - kycValidYears}${today.slice(4)}`);
}

/** The bank's day on which an approval runs out. */
export function lastDayAfter(approvedAt: Date): string {
  const day = parisDay(approvedAt);
  return `${Number(day.slice(0, 4)) + kycValidYears}${day.slice(4)}`;
}
