import type { ListedPayment } from '@bank/contracts/payments';
import { useSession } from '@bank/client/session';
import { useTexts } from '../texts';
import { StatusBadge } from './payment-badges';
import styles from './payment-table.module.css';

/** The status, with a first approval or the note that the account is one's own. */
export function RowStatus({
  payment: { status, user_id, awaiting, first_approved_by: first },
}: {
  payment: ListedPayment;
}) {
  const { t } = useTexts();
  const { user } = useSession();
  return (
    <span className={styles.status}>
      <StatusBadge plain status={status} />
      {awaiting && first && (
        <span className={styles.note}>{t('payments.row_first_approval', { name: first.name })}</span>
      )}
      {user_id === user?.id && <span className={styles.note}>{t('payments.row_own')}</span>}
    </span>
  );
}
