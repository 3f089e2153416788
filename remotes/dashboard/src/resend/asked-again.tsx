import type { Kyc } from '@bank/contracts/kyc';
import { bankToday } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { useResendTexts } from './texts';

/** Why somebody whose identity the bank knew is asked for it again: the approval ran out, the name changed, or staff set it back. */
export function AskedAgain({ kyc: { submitted_at: sent, documents, expiryDate } }: { kyc: Kyc }) {
  const { t } = useResendTexts();
  const { date } = useFormat();
  const hasExpired = expiryDate !== null && expiryDate.slice(0, 10) <= bankToday();
  if (sent || !(hasExpired || documents.length > 0)) return null;
  return (
    <Alert icon="clock" title={t('again_title')}>
      {hasExpired ? t('again_expired', { day: date(expiryDate) }) : t('again_asked')}
    </Alert>
  );
}
