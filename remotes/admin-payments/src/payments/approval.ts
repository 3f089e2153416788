import { toDecimal, toMinor } from '@bank/contracts/money';
import { type ListedPayment, riskLevel, worthOf } from '@bank/contracts/payments';

/** The deciding administrator; `hasTwoFactor` is undefined while loading. */
interface Approver {
  userId: number;
  hasTwoFactor: boolean | undefined;
}

type PaymentToApprove = Pick<ListedPayment, 'amount' | 'worth' | 'user_id' | 'first_approved_by'>;
type PaymentAmongOthers = PaymentToApprove & Pick<ListedPayment, 'risk'>;

/** Why a payment cannot be approved, known before the attempt. */
export type Obstacle = 'own' | 'second_approver' | 'two_factor';

/** The server's rules for approvals (decisions, section 1), to avoid predictable refusals. */
export function obstacleTo(
  payment: PaymentToApprove,
  { userId, hasTwoFactor }: Approver,
): Obstacle | undefined {
  if (payment.user_id === userId) return 'own';
  if (payment.first_approved_by?.id === userId) return 'second_approver';
  return riskLevel(worthOf(payment)) === 'high' && hasTwoFactor === false ? 'two_factor' : undefined;
}

export const needsTwo = (payment: Pick<PaymentToApprove, 'amount' | 'worth'>) =>
  riskLevel(worthOf(payment)) === 'high';

/**
 * Why a payment cannot be approved in bulk: as for a single one; since what its screening found has to be read first; and since a
 * one-time code serves one payment.
 */
export function obstacleAmongOthers(
  payment: PaymentAmongOthers,
  approver: Approver,
): Obstacle | 'sanctions' | 'code' | undefined {
  const obstacle = obstacleTo(payment, approver);
  if (obstacle) return obstacle;
  if (payment.risk.reasons.includes('sanctions')) return 'sanctions';
  return approver.hasTwoFactor ? 'code' : undefined;
}

/** In euros. */
export const totalOf = (payments: readonly Pick<PaymentToApprove, 'amount' | 'worth'>[]) =>
  toDecimal(payments.reduce((sum, payment) => sum + toMinor(worthOf(payment)), 0n));
