import { z } from 'zod';
import { paymentRejection } from '@bank/contracts/payments';
import { ReasonForm } from '@bank/client/reason-form';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useTexts } from '../texts';
import { type DecisionProps, useSending } from './use-sending';

const typedReason = z.object({ reason: paymentRejection.shape.reason });

export function RejectForm({ payment, intent, onDone, onBack }: DecisionProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const send = useSending('reject', { payment, intent, onDone });
  return (
    <ReasonForm
      optional
      schema={typedReason}
      draft={`reject-payment-${payment.id}`}
      label={t('payments.reason')}
      hint={t('payments.reason_hint')}
      submit={t('payments.reject_confirm')}
      back={shared('action.back')}
      onSubmit={({ reason }) => send({ payment_id: payment.id, reason })}
      onCancel={onBack}
    >
      {() => <p>{t('payments.reject_message')}</p>}
    </ReasonForm>
  );
}
