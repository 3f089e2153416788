import { cardPlans } from '@bank/contracts/card-plans';
import type { Card, CardLimits } from '@bank/contracts/cards';
import { toMinor } from '@bank/contracts/money';

/** The bounds of a card's limits; minor units of the account. */
interface Bounds {
  type: Card['type'];
  monthlyLimit: bigint;
  withdrawalLimit: bigint;
}

const plans = {
  standard: planOf('standard'),
  premium: planOf('premium'),
  elite: planOf('elite'),
} as const;

/** The maximum of each limit of a card: by its type, and never above the account's. */
export function mostOf({ type, monthlyLimit, withdrawalLimit }: Bounds): Record<keyof CardLimits, bigint> {
  const plan = plans[type];
  const perDay = least(monthlyLimit, plan.day);
  return {
    per_payment: perDay,
    per_day: perDay,
    per_month: least(monthlyLimit, plan.month),
    cash_per_day: withdrawalLimit,
  };
}

/** The holder's limit, if one is set, within its maximum. */
export const least = (own: bigint | null, most: bigint): bigint => (own !== null && own < most ? own : most);

function planOf(type: Card['type']) {
  const { day, month } = cardPlans[type];
  return { day: toMinor(day), month: toMinor(month) };
}
