import type { ListedPayment } from '@bank/contracts/payments';
import { type BulkResult, useBulk as useBulkOf } from '@bank/client/bulk';
import { useTexts } from '../texts';
import type { Decision } from './payment-address';
import { decidePayments, usePaymentRefresh } from './payments.api';

/** After each run: the payments that need no other try, and whether these are all. */
export type OnRunEnd = (done: readonly number[], isOver: boolean) => void;

const isFinal = (result: BulkResult | undefined) => result !== undefined && result.outcome !== 'unreached';

/** Decides payments slice by slice, each of them on its own. */
export function useBulk(decision: Decision, payments: readonly ListedPayment[], onEnd: OnRunEnd) {
  const { t } = useTexts();
  const refresh = usePaymentRefresh();
  return useBulkOf({
    rows: payments,
    act: (rows, key) => decidePayments({ decision, rows: rows.map(({ id }) => ({ id })) }, key),
    texts: { failed: t(`payments.${decision}_failed`), offline: t('payments.load_failed_network') },
    onEnd: (results, tried) => {
      const done = payments.flatMap(({ id }) => (isFinal(results.get(id)) ? [id] : []));
      onEnd(done, done.length === payments.length);
      return refresh(tried);
    },
  });
}
