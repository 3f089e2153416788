import { toDecimal, toMinor } from '@bank/contracts/money';
import { type ListedPayment, riskLevel } from '@bank/contracts/payments';

/** Who is about to decide: `hasTwoFactor` is undefined until the server has told. */
export interface Approver {
  userId: number;
  hasTwoFactor: boolean | undefined;
}

type Judged = Pick<ListedPayment, 'amount' | 'user_id' | 'first_approved_by'>;

/** Why somebody cannot approve a payment, where that is known before they try. */
export type Obstacle = 'own' | 'second_approver' | 'two_factor';

/** The server's rules for approving (decisions, section 1), so that nobody is sent into a refusal. */
export function obstacleTo(payment: Judged, { userId, hasTwoFactor }: Approver): Obstacle | undefined {
  if (payment.user_id === userId) return 'own';
  if (payment.first_approved_by?.id === userId) return 'second_approver';
  return riskLevel(payment.amount) === 'high' && hasTwoFactor === false ? 'two_factor' : undefined;
}

/** Above this level two administrators must approve. */
export const needsTwo = ({ amount }: Pick<Judged, 'amount'>) => riskLevel(amount) === 'high';

/**
 * Why a payment cannot be approved together with others: as alone, and because each one-time code serves one payment
 * only.
 */
export const obstacleAmongOthers = (payment: Judged, approver: Approver): Obstacle | 'code' | undefined =>
  obstacleTo(payment, approver) ?? (approver.hasTwoFactor ? 'code' : undefined);

/** The sum of amounts, added in cents. */
export const totalOf = (payments: readonly Pick<Judged, 'amount'>[]) =>
  toDecimal(payments.reduce((sum, { amount }) => sum + toMinor(amount), 0n));
