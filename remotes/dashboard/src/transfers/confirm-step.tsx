import { type SubmitEventHandler, useEffect, useRef } from 'react';
import { OfflineNotice } from '@bank/client/offline-notice';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { useTexts } from '../texts';
import { OrderDetails } from './order-details';
import type { TransferOrder } from './transfer-order';
import styles from './transfer.module.css';
import type { TransferForm } from './use-transfer';

interface ConfirmStepProps {
  form: TransferForm;
  order: TransferOrder;
  onSubmit: SubmitEventHandler;
  onEdit: () => void;
}

/** Repeats amount and recipient, and takes the focus so that they are read before the button that sends. */
export function ConfirmStep({ form: { failure, formState }, order, onSubmit, onEdit }: ConfirmStepProps) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <form noValidate className={styles.form} onSubmit={onSubmit}>
      <OfflineNotice />
      <ErrorSummary errors={[]} message={failure} attempt={formState.submitCount} />
      <div ref={words} tabIndex={-1} className={styles.words}>
        <h3>{t('transfer.confirm_title')}</h3>
        <p>
          <Amount value={order.request.amount} size="large" />
        </p>
        <OrderDetails order={order} />
        <p className={styles.note}>{t(`transfer.confirm_${order.to}`)}</p>
        {failure && <p className={styles.note}>{t('transfer.retry_safe')}</p>}
      </div>
      <div className={styles.actions}>
        <Button type="submit" loading={formState.isSubmitting}>
          {t('transfer.confirm', { amount: amount(order.request.amount) })}
        </Button>
        <Button variant="secondary" onClick={onEdit} disabled={formState.isSubmitting}>
          {t('transfer.edit')}
        </Button>
      </div>
    </form>
  );
}
