import type { PaymentStage } from '@bank/contracts/payments';
import type { Transaction } from '../../platform/database/database';

/** Records a step on a payment's way. */
export async function recordStage(
  tx: Transaction,
  step: { paymentId: number; stage: PaymentStage; at: Date; code?: unknown },
): Promise<void> {
  await tx.write('INSERT INTO payment_stages (payment_id, stage, at, reason_code) VALUES (?, ?, ?, ?)', [
    step.paymentId,
    step.stage,
    step.at,
    step.code ?? null,
  ]);
}
