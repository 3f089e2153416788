import type { ListedPayment } from '@bank/contracts/payments';
import { OfflineNotice } from '@bank/client/offline-notice';
import { LoadingRows, QueryError } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { Whole } from '@bank/ui/cell';
import { Dialog } from '@bank/ui/dialog';
import { Cluster, Stack } from '@bank/ui/layout';
import { useTexts } from '../texts';
import { obstacleAmongOthers, totalOf } from './approval';
import { BulkRun } from './bulk-run';
import styles from './bulk-dialog.module.css';
import type { Decision, PaymentAddress } from './payment-address';
import { useCurrentTwoFactor } from './payments.api';
import { type OnRunEnd, useBulk } from './use-bulk';

interface BulkDialogProps {
  decision: Decision;
  /** As selected when the dialog was opened. */
  payments: readonly ListedPayment[];
  address: PaymentAddress;
  onEnd: OnRunEnd;
  onClose: () => void;
}

/** One decision for several payments: confirms count and total, then decides one by one. */
export function BulkDialog({ decision, payments, address, onEnd, onClose }: BulkDialogProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const twoFactor = useCurrentTwoFactor();
  const approver = { userId: user?.id ?? 0, hasTwoFactor: twoFactor.data?.enabled };
  const obstacles = payments.map((payment) => ({
    payment,
    obstacle: decision === 'approve' ? obstacleAmongOthers(payment, approver) : undefined,
  }));
  const eligible = obstacles.filter(({ obstacle }) => !obstacle).map(({ payment }) => payment);
  const bulk = useBulk(decision, eligible, onEnd);
  const close = bulk.isRunning ? bulk.stop : onClose;
  const isKnown = decision === 'reject' || twoFactor.data !== undefined;
  const isStarted = bulk.isRunning || bulk.results.size > 0;
  return (
    <Dialog open onClose={close} title={t(`payments.bulk_${decision}_title`)}>
      <Stack className={styles.bulk}>
        <OfflineNotice />
        {isStarted && <BulkRun bulk={bulk} decision={decision} payments={eligible} onClose={onClose} />}
        {!isStarted && isKnown && (
          <Confirmation
            decision={decision}
            obstacles={obstacles}
            eligible={eligible}
            address={address}
            onRun={bulk.run}
            onClose={onClose}
          />
        )}
        {!isKnown && twoFactor.isError && (
          <QueryError query={twoFactor} message={t('payments.two_factor_failed')} />
        )}
        {!isKnown && !twoFactor.isError && <LoadingRows rows={2} />}
      </Stack>
    </Dialog>
  );
}

interface ConfirmationProps extends Pick<BulkDialogProps, 'decision' | 'address' | 'onClose'> {
  obstacles: readonly { payment: ListedPayment; obstacle: ReturnType<typeof obstacleAmongOthers> }[];
  eligible: readonly ListedPayment[];
  onRun: () => Promise<void>;
}

function Confirmation({ decision, obstacles, eligible, address, onRun, onClose }: ConfirmationProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const { amount } = useFormat();
  const total = totalOf(eligible);
  return (
    <>
      {eligible.length > 0 && (
        <p>
          <Amount value={total} size="large" /> {t('payments.bulk_count', { count: eligible.length })}
        </p>
      )}
      <BlockedPayments obstacles={obstacles} address={address} onClose={onClose} />
      <Cluster gap="8-12">
        {eligible.length > 0 && (
          <Button variant={decision === 'reject' ? 'danger' : 'primary'} onClick={() => void onRun()}>
            {t(`payments.bulk_${decision}`, { count: eligible.length, total: amount(total) })}
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          {shared('action.cancel')}
        </Button>
      </Cluster>
    </>
  );
}

/** The payments that must be approved on their own, as links to their dialogs. */
function BlockedPayments({
  obstacles,
  address,
  onClose,
}: Pick<ConfirmationProps, 'obstacles' | 'address' | 'onClose'>) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const blocked = obstacles.flatMap(({ payment, obstacle }) => (obstacle ? [{ payment, obstacle }] : []));
  if (blocked.length === 0) return null;
  return (
    <Alert tone="warning" title={t('payments.bulk_barred', { count: blocked.length })}>
      <ul className={styles.blocked}>
        {blocked.map(({ payment, obstacle }) => (
          <li key={payment.id}>
            <Link to={address.addressOf(payment.id, 'approve')} onClick={onClose}>
              <Whole>{payment.reference}</Whole>
            </Link>
            <span className={styles.amount}>{amount(payment.amount, payment.currency)}</span>
            <span className={styles.why}>{t(`payments.obstacle_${obstacle}`)}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
