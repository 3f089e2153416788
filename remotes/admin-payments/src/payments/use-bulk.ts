import type { ListedPayment } from '@bank/contracts/payments';
import { useBulk as useBulkOf } from '@bank/client/bulk';
import { useTexts } from '../texts';
import type { Decision } from './payment-address';
import { decidePayments, usePaymentRefresh } from './payments.api';

/** Decides payments slice by slice, each of them on its own. @param onEnd after each run */
export function useBulk(decision: Decision, payments: readonly ListedPayment[], onEnd: () => void) {
  const { t } = useTexts();
  const refresh = usePaymentRefresh();
  return useBulkOf({
    rows: payments,
    act: (rows, key) => decidePayments({ decision, rows: rows.map(({ id }) => ({ id })) }, key),
    texts: { failed: t(`payments.${decision}_failed`), offline: t('payments.load_failed_network') },
    onEnd: (_results, tried) => {
      onEnd();
      return refresh(tried);
    },
  });
}
