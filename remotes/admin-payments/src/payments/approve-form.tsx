import { useId } from 'react';
import { z } from 'zod';
import { type PaymentDetail, paymentValidation, validationPlaceholder } from '@bank/contracts/payments';
import { useBankForm } from '@bank/client/form';
import { useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { CodeField } from '@bank/ui/code-field';
import { ErrorState } from '@bank/ui/error-state';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FormActions } from '@bank/ui/form-actions';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { ApprovalObstacle } from './approval-obstacle';
import { needsTwo, obstacleTo } from './approval';
import styles from './decision-frame.module.css';
import { useTwoFactor } from './payments.api';
import { type DecisionProps, useSending } from './use-sending';

/** Approves a payment, once what stands in the way is known and the code that it takes was typed. */
export function ApproveForm(props: DecisionProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const { user } = useSession();
  const { data: twoFactor, isError, refetch, isFetching } = useTwoFactor();
  const hasTwoFactor = twoFactor?.enabled;
  const obstacle = obstacleTo(props.payment, { userId: user?.id ?? 0, hasTwoFactor });
  if (obstacle) {
    return (
      <>
        <ApprovalObstacle obstacle={obstacle} />
        <div className={styles.actions}>
          <Button variant="secondary" onClick={props.onBack}>
            {shared('action.back')}
          </Button>
        </div>
      </>
    );
  }
  if (hasTwoFactor !== undefined) {
    return <Approval key={String(hasTwoFactor)} {...props} takesCode={hasTwoFactor} />;
  }
  if (isError) {
    return (
      <ErrorState
        message={t('payments.two_factor_failed')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <Loading>
      <Skeleton height="row" />
    </Loading>
  );
}

const typedCode = z.object({ validation_code: paymentValidation.shape.validation_code });

/** Without two-factor the placeholder goes along unseen (decisions, section 1: validation_code). */
function Approval({ payment, intent, onDone, onBack, takesCode }: DecisionProps & { takesCode: boolean }) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const { t: shared } = useSharedTexts();
  const id = useId();
  const send = useSending('approve', { payment, intent, onDone });
  const form = useBankForm({
    schema: typedCode,
    defaultValues: { validation_code: takesCode ? '' : validationPlaceholder },
  });
  const { formState, errorOf, failure, register } = form;
  const refused = errorOf('validation_code');
  const onSubmit = form.submit(({ validation_code }) => send({ payment_id: payment.id, validation_code }));
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      {needsTwo(payment) && <FourEyes payment={payment} />}
      <ErrorSummary
        errors={takesCode && refused ? [{ id, label: t('payments.code') }] : []}
        message={takesCode && refused ? undefined : failure}
        attempt={formState.submitCount}
      />
      {takesCode && (
        <CodeField
          id={id}
          required
          label={t('payments.code')}
          hint={t('payments.code_hint')}
          error={refused}
          {...register('validation_code')}
        />
      )}
      <FormActions
        submit={t('payments.approve_amount', { amount: amount(payment.amount, payment.currency) })}
        isSending={formState.isSubmitting}
        onCancel={onBack}
        cancel={shared('action.back')}
      />
    </form>
  );
}

/** Tells whoever approves which of the two approvals theirs is. */
function FourEyes({ payment: { first_approved_by: first } }: { payment: PaymentDetail }) {
  const { t } = useTexts();
  return (
    <Alert title={t('payments.four_eyes')}>
      <p>{first ? t('payments.four_eyes_second', { name: first.name }) : t('payments.four_eyes_first')}</p>
    </Alert>
  );
}
