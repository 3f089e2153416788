import type { PaymentDetail, PaymentRejection, PaymentValidation } from '@bank/contracts/payments';
import { inWordsOf, isOffline } from '@bank/client/call-failure';
import type { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import type { Decision } from './payment-address';
import { rejectPayment, usePaymentRefresh, validatePayment } from './payments.api';

export interface DecisionProps {
  payment: PaymentDetail;
  intent: ReturnType<typeof useIdempotencyKey>;
  /** It was decided, or half decided where two must. */
  onDone: () => void;
  /** To the details, without deciding. */
  onBack: () => void;
}

interface Orders {
  approve: PaymentValidation;
  reject: PaymentRejection;
}

const calls: { [D in Decision]: (order: Orders[D], key: string) => ReturnType<typeof validatePayment> } = {
  approve: validatePayment,
  reject: rejectPayment,
};

/** Sends a decision under its intent's key, says how it went, and brings the payment on screen up to date. */
export function useSending<D extends Decision>(
  decision: D,
  { payment, intent, onDone }: Omit<DecisionProps, 'onBack'>,
) {
  const { t } = useTexts();
  const { show } = useToast();
  const refresh = usePaymentRefresh();
  return async (order: Orders[D]) => {
    try {
      const { reference, awaiting } = await calls[decision](order, intent.keyFor(order));
      intent.done();
      onDone();
      const done = awaiting ? 'payments.first_approved' : (`payments.${decision}_success` as const);
      show({ type: 'success', message: t(done, { reference }) });
      void refresh([payment.id]);
    } catch (error) {
      // Whatever the server refused it for, the payment is no longer what is on screen: a colleague may have decided.
      if (!isOffline(error)) void refresh([payment.id]);
      const failed = t(`payments.${decision}_failed`);
      // The catalogue has the server's sentence for an approval alone (specification 1, section 8).
      const isFixed = decision === 'reject';
      throw inWordsOf(error, { failed, offline: t('payments.load_failed_network'), isFixed });
    }
  };
}
