import type { ListedPayment } from '@bank/contracts/payments';
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
import type { Decision } from './payment-address';
import { useTwoFactor } from './payments.api';
import { useBulk } from './use-bulk';

interface BulkDialogProps {
  decision: Decision;
  /** As they were ticked when the decision was chosen. */
  payments: readonly ListedPayment[];
  onClose: () => void;
}

/** One decision for several payments: repeats how many and how much, then takes them one by one. */
export function BulkDialog({ decision, payments, onClose }: BulkDialogProps) {
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

interface ConfirmationProps extends Pick<BulkDialogProps, 'decision' | 'onClose'> {
  obstacles: readonly { payment: ListedPayment; obstacle: ReturnType<typeof obstacleAmongOthers> }[];
  possible: readonly ListedPayment[];
  onRun: () => Promise<void>;
}

function Confirmation({ decision, obstacles, possible, onRun, onClose }: ConfirmationProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const { amount } = useFormat();
  const total = totalOf(possible);
  const barred = obstacles.flatMap(({ payment, obstacle }) => (obstacle ? [{ payment, obstacle }] : []));
  return (
    <>
      {possible.length > 0 && (
        <p>
          <Amount value={total} size="large" /> {t('payments.bulk_count', { count: possible.length })}
        </p>
      )}
      {barred.length > 0 && (
        <Alert tone="warning" title={t('payments.bulk_barred', { count: barred.length })}>
          <ul className={styles.list}>
            {barred.map(({ payment, obstacle }) => (
              <li key={payment.id}>
                {t('payments.bulk_line', {
                  reference: payment.reference,
                  message: t(`payments.obstacle_${obstacle}`),
                })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
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
