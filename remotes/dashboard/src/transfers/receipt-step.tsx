import { useEffect, useRef } from 'react';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Button, buttonClass } from '@bank/ui/button';
import { Fact } from '@bank/ui/description-list';
import { Cluster, Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { OrderDetails } from './order-details';
import type { TransferOrder } from './transfer-order';
import styles from './transfer.module.css';
import type { Receipt } from './transfers.api';

interface ReceiptStepProps {
  order: TransferOrder;
  receipt: Receipt;
  onAnother: () => void;
}

/** The receipt of a transfer; takes the focus, for screen readers. */
export function ReceiptStep({ order, receipt, onAnother }: ReceiptStepProps) {
  const { t } = useTexts();
  const { dateTime } = useFormat();
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <Stack>
      <Stack gap={8} ref={summary} tabIndex={-1} className={styles.summary}>
        <h3>{t(`transfer.done_${order.to}`)}</h3>
        <p>
          <Amount value={order.request.amount} size="large" />
        </p>
        <p className={styles.note}>{t(`transfer.done_${order.to}_message`)}</p>
        <OrderDetails order={order}>
          <Fact name={t('transfer.reference')}>
            <Reference reference={receipt.reference} />
          </Fact>
          <Fact name={t('transfer.date')}>{dateTime(receipt.at)}</Fact>
          <Outcome balance={receipt.balance} />
        </OrderDetails>
      </Stack>
      <Cluster className={styles.actions}>
        <Link to="/dashboard/transactions" className={buttonClass()}>
          {t('transfer.see_transactions')}
        </Link>
        <Button variant="secondary" onClick={onAnother}>
          {t('transfer.another')}
        </Button>
      </Cluster>
    </Stack>
  );
}

function Outcome({ balance }: Pick<Receipt, 'balance'>) {
  const { t } = useTexts();
  return balance === undefined ? (
    <Fact name={t('transfer.state')}>
      <Badge tone="warning">{t('transfer.pending')}</Badge>
    </Fact>
  ) : (
    <Fact name={t('transfer.new_balance')}>
      <Amount value={balance} />
    </Fact>
  );
}

function Reference({ reference }: Pick<Receipt, 'reference'>) {
  const { t } = useTexts();
  const { show } = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      show({ type: 'success', message: t('transfer.copied') });
    } catch {
      show({ type: 'error', message: t('transfer.copy_failed') });
    }
  };
  return (
    <span className={styles.reference}>
      <span>{reference}</span>
      <Button variant="secondary" size="small" icon="copy" onClick={() => void copy()}>
        {t('transfer.copy')}
      </Button>
    </span>
  );
}
