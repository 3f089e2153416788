import { toDecimal } from '@bank/contracts/money';
import type { LiveEvent } from '../../platform/events/events.service';
import type { LockedAccount } from './movement';

/** The live event of a customer's new balance; none for the bank's own accounts. */
export function balanceEvents({ userId, balance, held, currency }: LockedAccount): LiveEvent[] {
  if (userId === null) return [];
  const [current_balance, available_balance] = [balance, balance - held].map((amount) =>
    toDecimal(amount, currency),
  ) as [number, number];
  return [{ to: userId, type: 'balance', data: { current_balance, available_balance, currency } }];
}
