import type { KycSubmission } from '@bank/contracts/kyc';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Badge } from '@bank/ui/badge';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import { useTexts } from '../texts';
import { kycTones } from './submission';

/** The declared data, to be compared with the documents. */
export function SubmissionFacts({ submission }: { submission: KycSubmission }) {
  const { t } = useTexts();
  const { date, dateTime } = useFormat();
  const { status, submitted_at: submitted, reviewed_at: reviewed, expiryDate: expires, reason } = submission;
  return (
    <section aria-label={t('kyc.facts')}>
      {submission.nameDiffers && (
        <Alert tone="warning" title={t('kyc.name_differs')}>
          {t('kyc.name_differs_message', { name: submission.accountName })}
        </Alert>
      )}
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
        <Fact name={t('kyc.expires')}>{expires && date(expires)}</Fact>
        <Fact name={t('kyc.reason')}>{reason}</Fact>
      </DescriptionList>
    </section>
  );
}
