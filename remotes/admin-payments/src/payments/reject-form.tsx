import { useId } from 'react';
import { z } from 'zod';
import { paymentRejection } from '@bank/contracts/payments';
import { useBankForm } from '@bank/client/form';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FormActions } from '@bank/ui/form-actions';
import { TextareaField } from '@bank/ui/textarea-field';
import { useTexts } from '../texts';
import styles from './decision-frame.module.css';
import { type DecisionProps, useSending } from './use-sending';

const typedReason = z.object({ reason: paymentRejection.shape.reason });

/** How long a reason may be, as the server takes it. */
const longestReason = 500;

/** Refuses a payment, with a reason if one is given. */
export function RejectForm({ payment, intent, onDone, onBack }: DecisionProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const id = useId();
  const send = useSending('reject', { payment, intent, onDone });
  const { register, submit, errorOf, failure, formState } = useBankForm({
    schema: typedReason,
    defaultValues: { reason: '' },
    draft: `reject-payment-${payment.id}`,
  });
  const refused = errorOf('reason');
  const onSubmit = submit(({ reason }) => send({ payment_id: payment.id, reason }));
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary
        errors={refused ? [{ id, label: t('payments.reason') }] : []}
        message={refused ? undefined : failure}
        attempt={formState.submitCount}
      />
      <p>{t('payments.reject_message')}</p>
      <TextareaField
        id={id}
        optional
        label={t('payments.reason')}
        hint={t('payments.reason_hint')}
        rows={3}
        maxLength={longestReason}
        error={refused}
        {...register('reason')}
      />
      <FormActions
        submit={t('payments.reject_confirm')}
        isSending={formState.isSubmitting}
        variant="danger"
        onCancel={onBack}
        cancel={shared('action.back')}
      />
    </form>
  );
}
