import { useOrigin } from '@bank/client/destination';
import { Link } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { buttonClass } from '@bank/ui/button';
import { useTexts } from '../texts';
import { useTwoFactor } from './settings.api';
import styles from './settings-page.module.css';

/**
 * For whoever came from a payment that asks for the second factor: why they are here and, once it is on, the way back
 * to that payment.
 */
export function BackToApproval() {
  const origin = useOrigin();
  return origin ? <Approval origin={origin} /> : null;
}

function Approval({ origin }: { origin: string }) {
  const { t } = useTexts();
  const { data } = useTwoFactor();
  if (!data) return null;
  if (!data.enabled) return <Alert>{t('settings.needed')}</Alert>;
  return (
    <Alert tone="success">
      <div className={styles.back}>
        <p>{t('settings.back_lead')}</p>
        <Link to={origin} className={buttonClass({ size: 'small' })}>
          {t('settings.back')}
        </Link>
      </div>
    </Alert>
  );
}
