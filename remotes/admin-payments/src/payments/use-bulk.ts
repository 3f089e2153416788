import { type ListedPayment, type PaymentDecided, validationPlaceholder } from '@bank/contracts/payments';
import { useBulk as useBulkOf } from '@bank/client/bulk';
import { useTexts } from '../texts';
import type { Decision } from './payment-address';
import { rejectPayment, usePaymentRefresh, validatePayment } from './payments.api';

/** Decides payments one by one. */
export function useBulk(decision: Decision, payments: readonly ListedPayment[]) {
  const { t } = useTexts();
  return useBulkOf({
    rows: payments,
    act: ({ id }, key) => send(decision, id, key),
    texts: { failed: t(`payments.${decision}_failed`), offline: t('payments.load_failed_network') },
    onEnd: usePaymentRefresh(),
  });
}

function send(decision: Decision, id: number, key: string): Promise<PaymentDecided> {
  return decision === 'approve'
    ? validatePayment({ payment_id: id, validation_code: validationPlaceholder }, key)
    : rejectPayment({ payment_id: id }, key);
}
