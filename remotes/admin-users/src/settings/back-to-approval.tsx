import { useTwoFactor } from '@bank/client/account-queries';
import { useReturnPath } from '@bank/client/destination';
import { Link } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { buttonClass } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { useTexts } from '../texts';

/** For a visitor from a payment that requires two-factor: why, and once it is on, a link back to that payment. */
export function BackToApproval() {
  const origin = useReturnPath();
  return origin ? <Approval origin={origin} /> : null;
}

function Approval({ origin }: { origin: string }) {
  const { t } = useTexts();
  const { data } = useTwoFactor();
  if (!data) return null;
  if (!data.enabled) return <Alert>{t('settings.needed')}</Alert>;
  return (
    <Alert tone="success">
      <Stack gap={12} align="start">
        <p>{t('settings.back_lead')}</p>
        <Link to={origin} className={buttonClass({ size: 'small' })}>
          {t('settings.back')}
        </Link>
      </Stack>
    </Alert>
  );
}
