/** How far the bank's clock is known to be ahead of this device's, in ms. */
let ahead = 0;

/** A moment of this device's clock, such as that of an answer, by the bank's; both in ms since 1970. */
export const bankTimeOf = (moment: number): number => moment + ahead;

/** The bank's time, in ms since 1970: what is due, past or today does not depend on a device whose clock is wrong. */
export const bankNow = (): number => bankTimeOf(Date.now());

/**
 * Learns the bank's time from the `Date` of an answer, which has whole seconds and was written between `sentAt` and
 * `receivedAt` of this device's clock. A device whose clock agrees with that keeps it.
 */
export function learnBankTime(date: string | null, sentAt: number, receivedAt = Date.now()): void {
  const second = Date.parse(date ?? '');
  if (Number.isNaN(second)) return;
  ahead = Math.min(Math.max(ahead, second - receivedAt), second + 1_000 - sentAt);
}
