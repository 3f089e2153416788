import { useState } from 'react';
import { kycValidYears, type KycSubmission } from '@bank/contracts/kyc';
import { ApiError } from '@bank/client/api';
import { withUserMessage } from '@bank/client/call-failure';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import { StepTitle } from '@bank/ui/step-title';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import styles from './decision.module.css';
import { type Decide, type useReview, useSubmissionRefresh } from './kyc.api';
import { RejectionForm } from './rejection-form';
import { personOf } from './submission';
import { useDecisionKeys } from './use-decision-keys';

export interface DecisionProps {
  submission: KycSubmission;
  review: ReturnType<typeof useReview>;
  onDecided: () => void;
}

/** Approves or rejects, each with a confirmation: a decision is final, and the customer is notified at once. */
export function Decision({ submission, review, onDecided }: DecisionProps) {
  const { t } = useTexts();
  const [step, setStep] = useState<'choose' | 'approve' | 'reject'>('choose');
  const [isBack, setIsBack] = useState(false);
  const decide = useDeciding({ submission, review, onDecided });
  const back = () => {
    setIsBack(true);
    setStep('choose');
  };
  useDecisionKeys(step === 'choose', setStep);
  if (step === 'approve') return <Approval person={personOf(submission)} decide={decide} onCancel={back} />;
  if (step === 'reject') return <RejectionForm submission={submission} decide={decide} onCancel={back} />;
  return (
    <Stack className={styles.step}>
      <StepTitle title={t('kyc.decision')} takeFocus={isBack} />
      <Cluster gap="8-12">
        <Button icon="check" aria-keyshortcuts="Alt+A" onClick={() => setStep('approve')}>
          {t('kyc.approve')}
        </Button>
        <Button variant="secondary" icon="x" aria-keyshortcuts="Alt+R" onClick={() => setStep('reject')}>
          {t('kyc.reject')}
        </Button>
      </Cluster>
      <p>{t('kyc.shortcuts')}</p>
    </Stack>
  );
}

/** Sends a decision and confirms it; throws errors with the screen's texts. */
function useDeciding({ submission, review, onDecided }: DecisionProps): Decide {
  const { t } = useTexts();
  const { show } = useToast();
  const refresh = useSubmissionRefresh(submission.id);
  return async (request) => {
    try {
      await review.mutateAsync(request);
    } catch (error) {
      const failed = t('kyc.decision_failed');
      if (error instanceof ApiError && error.code === 'KYC_NOT_PENDING') {
        void refresh();
        throw new ApiError(t('kyc.decided_already'), error.code, error.status);
      }
      throw withUserMessage(error, { failed, offline: t('kyc.decision_failed_network') });
    }
    show({ type: 'success', message: t(`kyc.decided_${request.status}`, { person: personOf(submission) }) });
    onDecided();
  };
}

interface ApprovalProps {
  person: string;
  decide: Decide;
  onCancel: () => void;
}

function Approval({ person, decide, onCancel }: ApprovalProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const approve = async () => {
    setIsSending(true);
    setFailure(undefined);
    await decide({ status: 'approved' }).catch((error: Error) => {
      setFailure(error.message);
      setIsSending(false);
    });
  };
  return (
    <Stack className={styles.step}>
      <StepTitle title={t('kyc.approve_title', { person })} takeFocus />
      <p>{t('kyc.approve_message', { count: kycValidYears })}</p>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Cluster gap="8-12">
        <Button icon="check" loading={isSending} onClick={() => void approve()}>
          {t('kyc.approve_confirm')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {shared.t('action.cancel')}
        </Button>
      </Cluster>
    </Stack>
  );
}
