import { Link, useLocation } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { buttonClass } from '@bank/ui/button';
import { useTexts } from '../texts';
import type { Obstacle } from './approval';

/** Why the person cannot approve this payment, and what to do about it. */
export function ApprovalObstacle({ obstacle }: { obstacle: Obstacle }) {
  const { t } = useTexts();
  const { pathname, search } = useLocation();
  return (
    <Alert tone="warning" title={t(`payments.obstacle_${obstacle}`)}>
      <p>{t(`payments.obstacle_${obstacle}_message`)}</p>
      {obstacle === 'two_factor' && (
        <p>
          <Link
            className={buttonClass({ variant: 'secondary', size: 'small' })}
            to={`/admin/settings?tab=security&from=${encodeURIComponent(pathname + search)}`}
          >
            {t('payments.two_factor_set_up')}
          </Link>
        </p>
      )}
    </Alert>
  );
}
