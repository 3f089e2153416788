import type { Balance } from '@bank/contracts/accounts';
import { compactIban } from '@bank/contracts/iban';
import { currencyOf, type TransferOrder, type TypedOrder } from './transfer-order';

/** The obstacles to an order before it is confirmed. Amounts in euros. */
export type Obstacle =
  | { field: Extract<keyof TypedOrder, 'recipient_id' | 'recipient_account'>; kind: 'self' }
  | { field: 'amount'; kind: 'missing' | 'limit'; amount: number };

/** An account as far as it is known; an older server leaves out what may be sent today. */
type Known = Pick<
  Balance,
  'account_number' | 'available_balance' | 'overdraft_limit' | 'currency' | 'transfer_left'
>;

/**
 * What the bank would refuse: the person's own account, more than there is, more than may be sent today. The last two are
 * asked of an order in the account's currency that leaves at once.
 */
export function obstacleOf(
  order: TransferOrder,
  userId: number,
  account: Known | undefined,
): Obstacle | undefined {
  const { request } = order;
  if (order.to === 'customer' && order.request.recipient_id === userId)
    return { field: 'recipient_id', kind: 'self' };
  if (!account) return undefined;
  if (order.to === 'iban' && compactIban(order.request.recipient_account) === account.account_number)
    return { field: 'recipient_account', kind: 'self' };
  const isLater =
    order.rhythm !== undefined || (order.to === 'iban' && order.request.execution_date !== undefined);
  if (isLater || currencyOf(order) !== account.currency) return undefined;
  const cents = (amount: number) => Math.round(amount * 100);
  const missing =
    cents(request.amount) - cents(account.available_balance) - cents(account.overdraft_limit ?? 0);
  if (missing > 0) return { field: 'amount', kind: 'missing', amount: missing / 100 };
  const left = account.transfer_left;
  return left !== undefined && cents(request.amount) > cents(left)
    ? { field: 'amount', kind: 'limit', amount: left }
    : undefined;
}
