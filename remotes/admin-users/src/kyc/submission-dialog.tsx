import { useState } from 'react';
import type { KycSubmission } from '@bank/contracts/kyc';
import { ApiError } from '@bank/client/api';
import { QueryBoundary } from '@bank/client/query-boundary';
import { mayDo, useSession } from '@bank/client/session';
import { useIsShown } from '@bank/client/use-is-shown';
import { TakeControl } from '@bank/client/work';
import { bankNow } from '@bank/i18n/bank-clock';
import { Alert } from '@bank/ui/alert';
import { Dialog } from '@bank/ui/dialog';
import { EmptyState } from '@bank/ui/empty-state';
import { Cluster, Stack } from '@bank/ui/layout';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { useTexts } from '../texts';
import { Decision, type DecisionProps, type Ways } from './decision';
import { Documents } from './documents';
import { FileFlags } from './file-flags';
import { Findings } from './findings';
import { useReview, useSubmission } from './kyc.api';
import { kycTones, personOf, waitsForEmail } from './submission';
import { useSubmissionAddress } from './submission-address';
import styles from './submission-dialog.module.css';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Fact, DescriptionList } from '@bank/ui/description-list';

/** The submission that the address names, in the list or not: declared data beside the documents. */
export function SubmissionDialog({ known }: { known: readonly KycSubmission[] }) {
  const { open } = useSubmissionAddress();
  if (open === undefined) return null;
  return <OpenSubmission key={open} id={open} known={known} />;
}

function OpenSubmission({ id, known }: { id: number; known: readonly KycSubmission[] }) {
  const { t } = useTexts();
  const { close, turnTo } = useSubmissionAddress();
  const isShown = useIsShown();
  const { user } = useSession();
  const query = useSubmission(
    id,
    known.find((each) => each.id === id),
  );
  const next = known.find(
    (other) =>
      other.id !== id && other.status === 'pending' && other.user_id !== user?.id && !waitsForEmail(other),
  );
  const goOn = next && (() => isShown() && turnTo(next.id));
  const missing = { title: t('kyc.missing'), message: t('kyc.missing_message') };
  return (
    <Dialog
      open
      size="large"
      onClose={close}
      title={query.data ? personOf(query.data) : t('kyc.submission', { id })}
      description={
        query.data && (
          <Cluster gap={16} align="center">
            {t('kyc.submission', { id })}
            <TakeControl
              kind="kyc"
              id={id}
              mayTake={mayDo(user, 'change', 'kyc:review') && query.data.status === 'pending'}
            />
          </Cluster>
        )
      }
    >
      {query.data && isGone(query) && (
        <Alert tone="warning" title={missing.title}>
          {missing.message}
        </Alert>
      )}
      <QueryBoundary
        query={query}
        rows={6}
        failed={t('kyc.submission_failed')}
        message={t('kyc.failed_message')}
        missing={<EmptyState icon="file-check" {...missing} />}
      >
        {(submission) => (
          <Review submission={submission} onDecided={() => isShown() && close()} onNext={goOn} />
        )}
      </QueryBoundary>
    </Dialog>
  );
}

function Review({ submission, ...ways }: { submission: KycSubmission } & Ways) {
  const { id, status, documents, findings } = submission;
  const review = useReview(id);
  const [first] = useState(status);
  const isDecidedElsewhere = first === 'pending' && status !== 'pending' && (review.isIdle || review.isError);
  return (
    <>
      <Stack gap={24} className={styles.review}>
        <SubmissionFacts submission={submission} />
        <Documents documents={documents} findings={findings} />
      </Stack>
      {(status === 'pending' || isDecidedElsewhere) && (
        <div className={styles.decision}>
          <DecisionOrNotice submission={submission} review={review} {...ways} />
        </div>
      )}
    </>
  );
}

/**
 * The decision, or why there is none; nothing for those whose staff roles only read. A rejection that is being written stays when
 * the file is decided meanwhile.
 */
function DecisionOrNotice({ submission, review, ...ways }: DecisionProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const isOpen = submission.status === 'pending';
  const notice = useFocusAfter<HTMLDivElement>(isOpen);
  if (!mayDo(user, 'change', 'kyc:review')) return null;
  if (submission.user_id === user?.id) return <Alert tone="warning">{t('kyc.own')}</Alert>;
  if (waitsForEmail(submission)) return <Alert tone="info">{t('kyc.email_unverified')}</Alert>;
  return (
    <>
      <div ref={notice} tabIndex={-1}>
        {!isOpen && <Decided submission={submission} />}
      </div>
      <Decision submission={submission} review={review} {...ways} />
    </>
  );
}

/** The decision that was made meanwhile, with its author. */
function Decided({ submission: { status, decided_by: decider } }: { submission: KycSubmission }) {
  const { t } = useTexts();
  const { user } = useSession();
  const words = { name: decider?.name ?? '', status: t(`kyc.status_${status}`) };
  const text = decider?.id === user?.id ? 'kyc.decided_self' : 'kyc.decided_elsewhere_by';
  return <Alert tone="warning">{decider ? t(text, words) : t('kyc.decided_elsewhere')}</Alert>;
}

const isGone = ({ error }: { error: unknown }) => error instanceof ApiError && error.code === 'NOT_FOUND';

/** The declared data, to be compared with the documents. */
function SubmissionFacts({ submission }: { submission: KycSubmission }) {
  const { t } = useTexts();
  const { date, dateTime } = useFormat();
  const { status, submitted_at: submitted, reviewed_at: reviewed, expiryDate: expires, reason } = submission;
  const { reviewed_by: reviewer, decided_by: decider } = submission;
  const [now] = useState(bankNow);
  return (
    <section aria-label={t('kyc.facts')}>
      {submission.nameDiffers && (
        <Alert tone="warning" title={t('kyc.name_differs')}>
          {t('kyc.name_differs_message', { name: submission.accountName })}
        </Alert>
      )}
      <Cluster gap={8}>
        <FileFlags submission={submission} now={now} />
      </Cluster>
      <Findings findings={submission.findings} document={null} />
      <DescriptionList stacked>
        <Fact name={t('kyc.status')}>
          <Badge tone={kycTones[status]}>{t(`kyc.status_${status}`)}</Badge>
        </Fact>
        <Fact name={t('kyc.first_name')}>{submission.firstName}</Fact>
        <Fact name={t('kyc.last_name')}>{submission.lastName}</Fact>
        <Fact name={t('kyc.birth_date')}>{date(submission.birthDate)}</Fact>
        <Fact name={t('kyc.address')}>{submission.address}</Fact>
        <Fact name={t('kyc.email')}>{submission.email}</Fact>
        <Fact name={t('kyc.username')}>{submission.username}</Fact>
        <Fact name={t('kyc.submitted')}>{submitted && dateTime(submitted)}</Fact>
        <Fact name={t('kyc.reviewed')}>{reviewed && dateTime(reviewed)}</Fact>
        <Fact name={t('kyc.reviewed_by')}>
          {decider?.name ?? (reviewer && t(`kyc.reviewed_by_${reviewer}`))}
        </Fact>
        <Fact name={t('kyc.expires')}>{expires && date(expires)}</Fact>
        <Fact name={t('kyc.reason')}>{reason}</Fact>
      </DescriptionList>
    </section>
  );
}
