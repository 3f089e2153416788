import { cardPlans } from '@bank/contracts/card-plans';
import type { Card, CardLimits } from '@bank/contracts/cards';
import { toMinor } from '@bank/contracts/money';

/** The limits of the account that a card draws on; minor units. */
interface AccountLimits {
  monthlyLimit: bigint;
  withdrawalLimit: bigint;
}

/** What a card's limits follow from: its type and its account. */
interface Bounds extends AccountLimits {
  type: Card['type'];
}

/** The limits that a holder set; null where they set none. */
interface OwnLimits {
  perPayment: bigint | null;
  perDay: bigint | null;
  perMonth: bigint | null;
  cashPerDay: bigint | null;
}

type Limits = Record<keyof CardLimits, bigint>;

const plans = {
  standard: planOf('standard'),
  premium: planOf('premium'),
  elite: planOf('elite'),
} as const;

/** The maximum of each limit of a card, minor units: its account's (the bank and the world, section 5). */
export function mostOf({ monthlyLimit, withdrawalLimit }: AccountLimits): Limits {
  return {
    per_payment: monthlyLimit,
    per_day: monthlyLimit,
    per_month: monthlyLimit,
    cash_per_day: withdrawalLimit,
  };
}

/** The limits of a card whose holder set none, minor units: those of its type, and never above the account's. */
export function defaultsOf({ type, ...account }: Bounds): Limits {
  const most = mostOf(account);
  const { day, month } = plans[type];
  return {
    per_payment: least(day, most.per_payment),
    per_day: least(day, most.per_day),
    per_month: least(month, most.per_month),
    cash_per_day: most.cash_per_day,
  };
}

/**
 * The limits in force, minor units: the holder's, otherwise the defaults, and never above the account's as it is now. Without
 * a limit of its own a payment may take the whole day's.
 */
export function limitsInForce(own: OwnLimits, bounds: Bounds): Limits {
  const [most, defaults] = [mostOf(bounds), defaultsOf(bounds)];
  const perDay = least(own.perDay ?? defaults.per_day, most.per_day);
  return {
    per_payment: least(own.perPayment ?? perDay, most.per_payment),
    per_day: perDay,
    per_month: least(own.perMonth ?? defaults.per_month, most.per_month),
    cash_per_day: least(own.cashPerDay ?? defaults.cash_per_day, most.cash_per_day),
  };
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function planOf(type: Card['type']) {
  const { day, month } = cardPlans[type];
  return { day: toMinor(day), month: toMinor(month) };
}
