import { toDecimal } from '@bank/contracts/money';
import { riskLevel, type Payment } from '@bank/contracts/payments';
import type { PaymentEntity } from './payment.entity';

export const toPaymentDto = (payment: Omit<PaymentEntity, 'accountId'>): Payment => ({
  id: payment.id,
  reference: payment.reference,
  amount: toDecimal(payment.amount, payment.currency),
  currency: payment.currency,
  ...(payment.worth !== null && { worth: toDecimal(payment.worth) }),
  recipient_account: payment.recipientAccount,
  payment_method: payment.paymentMethod,
  status: payment.status,
  created_at: payment.createdAt.toISOString(),
  processed_at: payment.processedAt?.toISOString() ?? null,
  risk: {
    level: riskLevel(toDecimal(payment.worth ?? payment.amount)),
    score: payment.riskScore === null ? null : Number(payment.riskScore),
    reasons: payment.riskReasons ?? [],
  },
  stage: payment.stage,
  decided_by: payment.decidedBy,
  fee: toDecimal(payment.fee, payment.currency),
  charges: payment.charges,
  execution_date: payment.executionDay,
  end_to_end_id: payment.endToEndId,
  uetr: payment.uetr,
});

/** A payment as its payer may know it: not that the payee's name is like one of the sanctions list (art. L561-18). */
export const asPayer = <Row extends Pick<PaymentEntity, 'riskReasons'>>(payment: Row): Row => ({
  ...payment,
  riskReasons: payment.riskReasons?.filter((reason) => reason !== 'sanctions') ?? null,
});
