import { Card } from '@bank/ui/card';
import { KycSummary } from '../kyc/kyc-summary';
import { useTexts } from '../texts';

/** How far the verification of the customer's identity is; it is done on its own screen. */
export function KycSettings() {
  const { t } = useTexts();
  return (
    <Card title={t('settings.kyc')}>
      <KycSummary />
    </Card>
  );
}
