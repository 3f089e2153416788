import type { Rate } from '@bank/contracts/rates';

/** A rate of an earlier business day, and whether it was held back. */
export interface KnownRate {
  rate: Rate;
  isHeld: boolean;
}

/** The largest move of a day that is used at once, percent. */
const largestMove = 20n;

/**
 * Whether a rate moved too far to be used: more than 20 % away from the last one used, and from a held one of the business day
 * before, which it would confirm. A currency's first rate is used.
 * @param before the rates of the business days before, newest first
 */
export function isHeldBack(rate: Rate, before: readonly KnownRate[]): boolean {
  const [last] = before;
  const used = before.find(({ isHeld }) => !isHeld);
  const confirmed = last?.isHeld ? isNear(rate, last.rate) : false;
  return last !== undefined && !confirmed && !(used && isNear(rate, used.rate));
}

function isNear(rate: Rate, other: Rate): boolean {
  const difference = rate > other ? rate - other : other - rate;
  return difference * 100n <= other * largestMove;
}
