import { type SubmitEventHandler, useEffect, useRef } from 'react';
import { FormFrame } from '@bank/client/form-frame';
import { OfflineNotice } from '@bank/client/offline-notice';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
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

/** Repeats amount and recipient, and takes the focus so that screen readers read them before the button. */
export function ConfirmStep({ form, order, onSubmit, onEdit }: ConfirmStepProps) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const { isSubmitting } = form.formState;
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <FormFrame form={form} head={<OfflineNotice />} onSubmit={onSubmit}>
      <Stack gap={8} ref={summary} tabIndex={-1} className={styles.summary}>
        <h3>{t('transfer.confirm_title')}</h3>
        <p>
          <Amount value={order.request.amount} size="large" />
        </p>
        <OrderDetails order={order} />
        <p className={styles.note}>{t(`transfer.confirm_${order.to}`)}</p>
        {form.failure && <p className={styles.note}>{t('transfer.retry_safe')}</p>}
      </Stack>
      <Cluster className={styles.actions}>
        <Button type="submit" loading={isSubmitting}>
          {t('transfer.confirm', { amount: amount(order.request.amount) })}
        </Button>
        <Button variant="secondary" onClick={onEdit} disabled={isSubmitting}>
          {t('transfer.edit')}
        </Button>
      </Cluster>
    </FormFrame>
  );
}
