import { useState } from 'react';
import type { KycSubmission } from '@bank/contracts/kyc';
import { ApiError } from '@bank/client/api';
import { Fetched } from '@bank/client/fetched';
import { useLiveEvent } from '@bank/client/live-events';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Dialog } from '@bank/ui/dialog';
import { EmptyState } from '@bank/ui/empty-state';
import { useTexts } from '../texts';
import { Decision, type DecisionProps } from './decision';
import { Documents } from './documents';
import { useReview, useSubmission, useSubmissionRefresh } from './kyc.api';
import { personOf } from './submission';
import { useSubmissionAddress } from './submission-address';
import styles from './submission-dialog.module.css';
import { SubmissionFacts } from './submission-facts';

/** The submission that the address names, be it in the list or not: who it is, beside what they sent. */
export function SubmissionDialog({ known }: { known: readonly KycSubmission[] }) {
  const { open } = useSubmissionAddress();
  if (open === undefined) return null;
  return <OpenSubmission key={open} id={open} known={known.find(({ id }) => id === open)} />;
}

function OpenSubmission({ id, known }: { id: number; known: KycSubmission | undefined }) {
  const { t } = useTexts();
  const { close } = useSubmissionAddress();
  const query = useSubmission(id, known);
  const refresh = useSubmissionRefresh(id);
  useLiveEvent('kyc_queue', ({ data }) => {
    if (data.id === id) void refresh();
  });
  return (
    <Dialog
      open
      size="large"
      onClose={close}
      title={query.data ? personOf(query.data) : t('kyc.submission', { id })}
      description={query.data && t('kyc.submission', { id })}
    >
      {isGone(query) ? (
        <EmptyState icon="file-check" title={t('kyc.missing')} message={t('kyc.missing_message')} />
      ) : (
        <Fetched query={query} rows={6} failed={t('kyc.submission_failed')} message={t('kyc.failed_message')}>
          {(submission) => <Review submission={submission} onDecided={close} />}
        </Fetched>
      )}
    </Dialog>
  );
}

function Review({ submission, onDecided }: { submission: KycSubmission; onDecided: () => void }) {
  const { id, status, documents } = submission;
  const review = useReview(id);
  const [first] = useState(status);
  const isTakenAway = first === 'pending' && status !== 'pending' && (review.isIdle || review.isError);
  return (
    <>
      <div className={styles.review}>
        <SubmissionFacts submission={submission} />
        <Documents documents={documents} />
      </div>
      {(status === 'pending' || isTakenAway) && (
        <div className={styles.decision}>
          <Outlook submission={submission} review={review} onDecided={onDecided} />
        </div>
      )}
    </>
  );
}

/** What there is to decide, or why there is nothing. */
function Outlook({ submission, review, onDecided }: DecisionProps) {
  const { t } = useTexts();
  const { user } = useSession();
  if (submission.status !== 'pending') return <Alert tone="warning">{t('kyc.decided_elsewhere')}</Alert>;
  if (submission.user_id === user?.id) return <Alert tone="warning">{t('kyc.own')}</Alert>;
  return <Decision submission={submission} review={review} onDecided={onDecided} />;
}

const isGone = ({ error }: { error: unknown }) => error instanceof ApiError && error.code === 'NOT_FOUND';
