import type { KycSubmission } from '@bank/contracts/kyc';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { useTexts } from '../texts';
import { missingKinds, waitsLong } from './submission';

interface Flagged {
  submission: KycSubmission;
}

/** The required documents that are missing. */
export function MissingDocuments({ submission }: Flagged) {
  const { t } = useTexts();
  const missing = missingKinds(submission);
  if (missing.length === 0) return null;
  const kinds = missing.map((kind) => t(`kyc.kind_short_${kind}`)).join(', ');
  return <Badge tone="warning">{t('kyc.lacks', { kinds })}</Badge>;
}

/** How long a submission has waited, marked when that is too long; nothing once it is decided. */
export function WaitingSince({ submission, now }: Flagged & { now: number }) {
  const { t } = useTexts();
  const { relativeTime } = useFormat();
  const { status, submitted_at: since } = submission;
  if (status !== 'pending' || since === null) return null;
  const age = relativeTime(since, now);
  return waitsLong(submission, now) ? (
    <Badge tone="warning" icon="clock">
      {t('kyc.waits', { age })}
    </Badge>
  ) : (
    age
  );
}
