import { useState } from 'react';
import { kycValidYears, type KycSubmission } from '@bank/contracts/kyc';
import { ApiError } from '@bank/client/api';
import { withUserMessage } from '@bank/client/call-failure';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { classNames } from '@bank/ui/class-names';
import { Cluster, Stack } from '@bank/ui/layout';
import { StepTitle } from '@bank/ui/step-title';
import { useToast } from '@bank/ui/toast';
import { useStepKeys } from '../steps/use-step-keys';
import { useTexts } from '../texts';
import styles from './decision.module.css';
import { type Decide, type useReview, useSubmissionRefresh } from './kyc.api';
import { RejectionForm } from './rejection-form';
import { personOf } from './submission';

/** The continuations after a decision. */
export interface Ways {
  onDecided: () => void;
  /** Opens the next submission that waits, if the list has one. */
  onNext: (() => void) | undefined;
}

export interface DecisionProps extends Ways {
  submission: KycSubmission;
  review: ReturnType<typeof useReview>;
}

/**
 * Approves or rejects, each with a confirmation: a decision is final, and the customer is notified at once. Of a file that was
 * decided meanwhile only a rejection stays that is being written.
 */
export function Decision({ submission, review, onDecided, onNext }: DecisionProps) {
  const { t } = useTexts();
  const [step, setStep] = useState<'choose' | 'approve' | 'reject'>('choose');
  const [isBack, setIsBack] = useState(false);
  const decide = useDeciding({ submission, review });
  const close: Decide = async (request) => {
    await decide(request);
    onDecided();
  };
  const goOn =
    onNext &&
    (async () => {
      await decide({ status: 'approved' });
      onNext();
    });
  const back = () => {
    setIsBack(true);
    setStep('choose');
  };
  useStepKeys();
  if (submission.status !== 'pending' && step !== 'reject') return null;
  if (step === 'approve') {
    const approve = () => close({ status: 'approved' });
    return <Approval person={personOf(submission)} approve={approve} approveAndGoOn={goOn} onCancel={back} />;
  }
  if (step === 'reject') return <RejectionForm submission={submission} decide={close} onCancel={back} />;
  return (
    <Stack className={classNames(styles.step, styles.choice)}>
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
function useDeciding({ submission, review }: Omit<DecisionProps, keyof Ways>): Decide {
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
  };
}

interface ApprovalProps {
  person: string;
  approve: () => Promise<void>;
  approveAndGoOn: (() => Promise<void>) | undefined;
  onCancel: () => void;
}

function Approval({ person, approve, approveAndGoOn, onCancel }: ApprovalProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const [sending, setSending] = useState<'close' | 'next'>();
  const [failure, setFailure] = useState<string>();
  const send = async (to: 'close' | 'next', way: () => Promise<void>) => {
    if (sending) return;
    setSending(to);
    setFailure(undefined);
    await way().catch((error: Error) => {
      setFailure(error.message);
      setSending(undefined);
    });
  };
  return (
    <Stack className={styles.step}>
      <StepTitle title={t('kyc.approve_title', { person })} takeFocus />
      <p>{t('kyc.approve_message', { count: kycValidYears })}</p>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Cluster gap="8-12">
        {approveAndGoOn && (
          <Button icon="check" loading={sending === 'next'} onClick={() => void send('next', approveAndGoOn)}>
            {t('kyc.approve_next')}
          </Button>
        )}
        <Button
          variant={approveAndGoOn ? 'secondary' : 'primary'}
          icon="check"
          loading={sending === 'close'}
          onClick={() => void send('close', approve)}
        >
          {t('kyc.approve_confirm')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {shared.t('action.cancel')}
        </Button>
      </Cluster>
    </Stack>
  );
}
