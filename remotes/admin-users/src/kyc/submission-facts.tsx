import type { KycSubmission } from '@bank/contracts/kyc';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Facts, type FactsProps } from '@bank/ui/facts';
import { useTexts } from '../texts';
import { statusTones } from './submission';

/** What the person wrote, to be compared with what they sent. */
export function SubmissionFacts({ submission }: { submission: KycSubmission }) {
  const { t } = useTexts();
  const { date, dateTime } = useFormat();
  const { status, submitted_at: submitted, reviewed_at: reviewed, expiryDate: expires, reason } = submission;
  const facts: FactsProps['facts'] = [
    [
      t('kyc.status'),
      <Badge key="status" tone={statusTones[status]}>
        {t(`kyc.status_${status}`)}
      </Badge>,
    ],
    [t('kyc.first_name'), submission.firstName],
    [t('kyc.last_name'), submission.lastName],
    [t('kyc.birth_date'), date(submission.birthDate)],
    [t('kyc.address'), submission.address],
    [t('kyc.email'), submission.email],
    [t('kyc.username'), submission.username],
    [t('kyc.submitted'), submitted && dateTime(submitted)],
    [t('kyc.reviewed'), reviewed && dateTime(reviewed)],
    [t('kyc.expires'), expires && date(expires)],
    [t('kyc.reason'), reason],
  ];
  return (
    <section aria-label={t('kyc.facts')}>
      <Facts stacked facts={facts} />
    </section>
  );
}
