import type { PaymentDetail, PaymentRejection, PaymentValidation } from '@bank/contracts/payments';
import { withUserMessage, isOffline } from '@bank/client/call-failure';
import type { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import type { Decision } from './payment-address';
import { rejectPayment, usePaymentRefresh, validatePayment } from './payments.api';

export interface DecisionProps {
  payment: PaymentDetail;
  intent: ReturnType<typeof useIdempotencyKey>;
  /** It is decided, or approved for the first of two times. */
  onDone: () => void;
  /** Returns to the details. */
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

/** Sends a decision under its intent's key, reports the outcome, and refreshes the payment. */
export function useSending<D extends Decision>(
  decision: D,
  { payment, intent, onDone }: Omit<DecisionProps, 'onBack'>,
) {
  const { t } = useTexts();
  const { show } = useToast();
  const refresh = usePaymentRefresh();
  return async (order: Orders[D]) => {
    const key = intent.keyFor(order);
    try {
      const { reference, awaiting } = await calls[decision](order, key);
      intent.done(key);
      onDone();
      const done = awaiting ? 'payments.first_approved' : (`payments.${decision}_success` as const);
      show({ type: 'success', message: t(done, { reference }) });
      void refresh([payment.id]);
    } catch (error) {
      // After a refusal the displayed payment may be outdated: a colleague may have decided.
      if (!isOffline(error)) void refresh([payment.id]);
      const failed = t(`payments.${decision}_failed`);
      // The catalogue displays the server's sentence for approvals only (specification 1, section 8).
      const isFixed = decision === 'reject';
      throw withUserMessage(error, { failed, offline: t('payments.load_failed_network'), isFixed });
    }
  };
}
