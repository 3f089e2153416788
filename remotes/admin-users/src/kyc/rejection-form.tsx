import { useId } from 'react';
import { kycRejection } from '@bank/contracts/kyc';
import { useBankForm } from '@bank/client/form';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FormActions } from '@bank/ui/form-actions';
import { SelectField } from '@bank/ui/select-field';
import { StepTitle } from '@bank/ui/step-title';
import { TextareaField } from '@bank/ui/textarea-field';
import { useTexts } from '../texts';
import type { Decide } from './kyc.api';
import styles from './decision.module.css';

/** Reasons that come back again and again; what is sent is the text, which may be changed. */
const usual = ['illegible', 'expired', 'name', 'address', 'selfie', 'missing'] as const;
const longest = 500;

/** Rejects with a reason, which the customer reads as it is written here. */
export function RejectionForm({ decide, onCancel }: { decide: Decide; onCancel: () => void }) {
  const { t } = useTexts();
  const id = useId();
  const form = useBankForm({ schema: kycRejection, defaultValues: { reason: '' } });
  const error = form.errorOf('reason');
  const send = form.submit(({ reason }) => decide({ status: 'rejected', reason }));
  const reasons = usual.map((name) => t(`kyc.reason_${name}`));
  const reason = form.watch('reason');
  return (
    <form noValidate className={styles.step} onSubmit={(event) => void send(event)}>
      <StepTitle title={t('kyc.reject_title')} takeFocus />
      <ErrorSummary
        errors={error ? [{ id, label: t('kyc.reason') }] : []}
        message={form.failure}
        attempt={form.formState.submitCount}
      />
      <SelectField
        label={t('kyc.usual_reasons')}
        placeholder={t('kyc.own_words')}
        options={reasons.map((value) => ({ value, label: value }))}
        value={reasons.includes(reason) ? reason : ''}
        onChange={({ target }) =>
          form.setValue('reason', target.value, { shouldValidate: form.formState.isSubmitted })
        }
      />
      <TextareaField
        id={id}
        label={t('kyc.reason')}
        hint={t('kyc.reason_hint')}
        required
        rows={3}
        maxLength={longest}
        error={error}
        {...form.register('reason')}
        value={reason}
      />
      <FormActions
        submit={t('kyc.reject')}
        isSending={form.formState.isSubmitting}
        variant="danger"
        onCancel={onCancel}
      />
    </form>
  );
}
