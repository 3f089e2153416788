import type { KycSubmission } from '@bank/contracts/kyc';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { useTexts } from '../texts';
import { missingKinds, waitsLong } from './submission';

/** The flags of a submission, in words. @param now Unix ms */
export function useFileFlags(now: number) {
  const { t } = useTexts();
  const { relativeTime } = useFormat();
  return {
    /** The required documents that are missing; nothing when none is. */
    missingOf(submission: KycSubmission) {
      const kinds = missingKinds(submission).map((kind) => t(`kyc.kind_short_${kind}`));
      return kinds.length > 0 ? t('kyc.lacks', { kinds: kinds.join(', ') }) : undefined;
    },
    /** How long it has waited, and whether that is too long; nothing once it is decided. */
    waitOf(submission: KycSubmission) {
      const { status, submitted_at: since } = submission;
      if (status !== 'pending' || since === null) return undefined;
      return { words: t('kyc.waits', { age: relativeTime(since, now) }), isLong: waitsLong(submission, now) };
    },
  };
}

/** The flags of one submission, as badges. */
export function FileFlags({ submission, now }: { submission: KycSubmission; now: number }) {
  const { missingOf, waitOf } = useFileFlags(now);
  const missing = missingOf(submission);
  const waits = waitOf(submission);
  return (
    <>
      {missing && <Badge tone="warning">{missing}</Badge>}
      {waits && <Badge tone={waits.isLong ? 'waiting' : 'neutral'}>{waits.words}</Badge>}
    </>
  );
}
