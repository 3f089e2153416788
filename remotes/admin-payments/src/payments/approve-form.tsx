import { useId, useState } from 'react';
import { z } from 'zod';
import { type PaymentDetail, paymentValidation, validationPlaceholder } from '@bank/contracts/payments';
import { ApiError } from '@bank/client/api';
import { useBankForm } from '@bank/client/form';
import { FormFrame } from '@bank/client/form-frame';
import { LoadingRows, QueryError } from '@bank/client/query-boundary';
import { useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { CodeField } from '@bank/ui/code-field';
import { FormActions } from '@bank/ui/form-actions';
import { Cluster } from '@bank/ui/layout';
import { useTexts } from '../texts';
import { ApprovalObstacle } from './approval-obstacle';
import { needsTwo, obstacleTo } from './approval';
import { useCurrentTwoFactor } from './payments.api';
import { type DecisionProps, useSending } from './use-sending';

/** Approves a payment with a one-time code, or displays why it cannot be approved. */
export function ApproveForm(props: DecisionProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const { user } = useSession();
  const twoFactor = useCurrentTwoFactor();
  const hasTwoFactor = twoFactor.data?.enabled;
  const obstacle = obstacleTo(props.payment, { userId: user?.id ?? 0, hasTwoFactor });
  if (obstacle) {
    return (
      <>
        <ApprovalObstacle obstacle={obstacle} />
        <Cluster gap="8-12">
          <Button variant="secondary" onClick={props.onBack}>
            {shared('action.back')}
          </Button>
        </Cluster>
      </>
    );
  }
  if (hasTwoFactor !== undefined) {
    return <Approval key={String(hasTwoFactor)} {...props} takesCode={hasTwoFactor} />;
  }
  return twoFactor.isError ? (
    <QueryError query={twoFactor} message={t('payments.two_factor_failed')} />
  ) : (
    <LoadingRows rows={1} />
  );
}

const typedCode = z.object({ validation_code: paymentValidation.shape.validation_code });

/** Without two-factor the request contains the placeholder (decisions, section 1: validation_code). */
function Approval({ payment, intent, onDone, onBack, takesCode }: DecisionProps & { takesCode: boolean }) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const { t: shared } = useSharedTexts();
  const id = useId();
  const { seen, refused } = useSeenFindings(payment);
  const send = useSending('approve', { payment, intent, onDone });
  const form = useBankForm({
    schema: typedCode,
    defaultValues: { validation_code: takesCode ? '' : validationPlaceholder },
  });
  const { formState, errorOf, failure, register } = form;
  const codeError = errorOf('validation_code');
  const onSubmit = form.submit(({ validation_code }) =>
    send({ payment_id: payment.id, validation_code, seen }).catch(refused),
  );
  return (
    <FormFrame
      form={form}
      errors={takesCode && codeError ? [{ id, label: t('payments.code') }] : []}
      message={takesCode && codeError ? undefined : failure}
      head={needsTwo(payment) && <FourEyes payment={payment} />}
      onSubmit={onSubmit}
    >
      {takesCode && (
        <CodeField
          id={id}
          required
          label={t('payments.code')}
          hint={t('payments.code_hint')}
          error={codeError}
          {...register('validation_code')}
        />
      )}
      <FormActions
        submit={t('payments.approve_amount', { amount: amount(payment.amount, payment.currency) })}
        isSending={formState.isSubmitting}
        onCancel={onBack}
        cancel={shared('action.back')}
      />
    </FormFrame>
  );
}

/**
 * The entries of the sanctions list that were on the screen when the form began, so that none found since is approved unread. A
 * refusal for that asks the person to read them; the next attempt is about what is on the screen then.
 */
function useSeenFindings({ sanctions }: PaymentDetail) {
  const shown = sanctions.map(({ entry }) => entry);
  const [begun, setBegun] = useState<string[] | undefined>(shown);
  return {
    seen: begun ?? shown,
    refused: (error: unknown): never => {
      if (error instanceof ApiError && error.code === 'CASE_CHANGED') setBegun(undefined);
      throw error;
    },
  };
}

/** Displays which of the two approvals this is. */
function FourEyes({ payment: { first_approved_by: first } }: { payment: PaymentDetail }) {
  const { t } = useTexts();
  return (
    <Alert title={t('payments.four_eyes')}>
      <p>{first ? t('payments.four_eyes_second', { name: first.name }) : t('payments.four_eyes_first')}</p>
    </Alert>
  );
}
