import type { ListedPayment } from '@bank/contracts/payments';
import { Link } from '@bank/client/router';
import { OfflineNotice } from '@bank/client/offline-notice';
import { useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { obstacleAmongOthers, totalOf } from './approval';
import { BulkRun } from './bulk-run';
import styles from './bulk-dialog.module.css';
import type { Decision, PaymentAddress } from './payment-address';
import { useTwoFactor } from './payments.api';
import { useBulk } from './use-bulk';

interface BulkDialogProps {
  decision: Decision;
  /** As they were ticked when the decision was chosen. */
  payments: readonly ListedPayment[];
  address: PaymentAddress;
  onClose: () => void;
}

/** One decision for several payments: repeats how many and how much, then takes them one by one. */
export function BulkDialog({ decision, payments, address, onClose }: BulkDialogProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const { data: twoFactor, isError, refetch, isFetching } = useTwoFactor();
  const approver = { userId: user?.id ?? 0, hasTwoFactor: twoFactor?.enabled };
  const obstacles = payments.map((payment) => ({
    payment,
    obstacle: decision === 'approve' ? obstacleAmongOthers(payment, approver) : undefined,
  }));
  const possible = obstacles.filter(({ obstacle }) => !obstacle).map(({ payment }) => payment);
  const bulk = useBulk(decision, possible);
  const close = bulk.isRunning ? bulk.stop : onClose;
  const isKnown = decision === 'reject' || twoFactor !== undefined;
  const isStarted = bulk.isRunning || bulk.results.size > 0;
  return (
    <Dialog open onClose={close} title={t(`payments.bulk_${decision}_title`)}>
      <div className={styles.bulk}>
        <OfflineNotice />
        {isStarted && <BulkRun bulk={bulk} decision={decision} payments={possible} onClose={onClose} />}
        {!isStarted && isKnown && (
          <Confirmation
            decision={decision}
            obstacles={obstacles}
            possible={possible}
            address={address}
            onRun={bulk.run}
            onClose={onClose}
          />
        )}
        {!isKnown && isError && (
          <ErrorState
            message={t('payments.two_factor_failed')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!isKnown && !isError && (
          <Loading>
            <Skeleton height="row" lines={2} />
          </Loading>
        )}
      </div>
    </Dialog>
  );
}

interface ConfirmationProps extends Pick<BulkDialogProps, 'decision' | 'address' | 'onClose'> {
  obstacles: readonly { payment: ListedPayment; obstacle: ReturnType<typeof obstacleAmongOthers> }[];
  possible: readonly ListedPayment[];
  onRun: () => Promise<void>;
}

function Confirmation({ decision, obstacles, possible, address, onRun, onClose }: ConfirmationProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const { amount } = useFormat();
  const total = totalOf(possible);
  return (
    <>
      {possible.length > 0 && (
        <p>
          <Amount value={total} size="large" /> {t('payments.bulk_count', { count: possible.length })}
        </p>
      )}
      <Barred obstacles={obstacles} address={address} onClose={onClose} />
      <div className={styles.actions}>
        {possible.length > 0 && (
          <Button variant={decision === 'reject' ? 'danger' : 'primary'} onClick={() => void onRun()}>
            {t(`payments.bulk_${decision}`, { count: possible.length, total: amount(total) })}
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          {shared('action.cancel')}
        </Button>
      </div>
    </>
  );
}

/** What must be approved alone, each a step away: its own dialog asks for what it takes. */
function Barred({
  obstacles,
  address,
  onClose,
}: Pick<ConfirmationProps, 'obstacles' | 'address' | 'onClose'>) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const barred = obstacles.flatMap(({ payment, obstacle }) => (obstacle ? [{ payment, obstacle }] : []));
  if (barred.length === 0) return null;
  return (
    <Alert tone="warning" title={t('payments.bulk_barred', { count: barred.length })}>
      <ul className={styles.barred}>
        {barred.map(({ payment, obstacle }) => (
          <li key={payment.id}>
            <Link to={address.addressOf(payment.id, 'approve')} onClick={onClose}>
              {payment.reference}
            </Link>
            <span className={styles.amount}>{amount(payment.amount, payment.currency)}</span>
            <span className={styles.why}>{t(`payments.obstacle_${obstacle}`)}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
