import { Card } from '@bank/ui/card';
import { KycSummary } from '../kyc/kyc-summary';
import { useTexts } from '../texts';

/** The state of the identity verification, which has its own screen. */
export function KycSettings() {
  const { t } = useTexts();
  return (
    <Card title={t('settings.kyc')}>
      <KycSummary />
    </Card>
  );
}
