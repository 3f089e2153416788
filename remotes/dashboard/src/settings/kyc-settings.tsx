import { Card } from '@bank/ui/card';
import { KycSummary } from '../kyc/kyc-summary';
import { useTexts } from '../texts';

export function KycSettings() {
  const { t } = useTexts();
  return (
    <Card title={t('settings.kyc')}>
      <KycSummary />
    </Card>
  );
}
