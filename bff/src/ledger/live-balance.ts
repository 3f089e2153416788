import { toDecimal } from '@bank/contracts/money';
import type { LiveEvent } from '../events/events.service';
import type { LockedAccount } from './movement';

/** Tells a customer's open pages what their account holds now; the bank's own accounts have nobody to tell. */
export function balanceEvents({ userId, balance, held, currency }: LockedAccount): LiveEvent[] {
  if (userId === null) return [];
  const [current_balance, available_balance] = [toDecimal(balance), toDecimal(balance - held)];
  return [{ to: userId, type: 'balance', data: { current_balance, available_balance, currency } }];
}
