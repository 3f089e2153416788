import { type SubmitEventHandler, useEffect, useRef } from 'react';
import { FormFrame } from '@bank/client/form-frame';
import { OfflineNotice } from '@bank/client/offline-notice';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import { PayeeCheck } from '../payees/payee-check';
import { usePayeeCheck } from '../payees/use-payee-check';
import { usePayeeTexts } from '../payees/texts';
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
  /** Replaces the typed name by the account holder's. */
  onTakeName: (name: string) => void;
}

const noPayee = { name: '', account: '' };

const payeeOf = (order: TransferOrder) =>
  order.to === 'iban'
    ? { name: order.request.recipient_name, account: order.request.recipient_account }
    : noPayee;

/**
 * Repeats amount and recipient, and takes the focus so that screen readers read them before the button. The name of an
 * account's holder is verified before it can be sent to.
 */
export function ConfirmStep({ form, order, onSubmit, onEdit, onTakeName }: ConfirmStepProps) {
  const { t } = useTexts();
  const { isSubmitting } = form.formState;
  const summary = useRef<HTMLDivElement>(null);
  const { check, isWaiting, passes } = usePayeeCheck(payeeOf(order), order.to === 'iban');
  useEffect(() => summary.current?.focus(), []);
  const submit: SubmitEventHandler = (event) => {
    event.preventDefault();
    if (passes()) onSubmit(event);
  };
  return (
    <FormFrame form={form} head={<OfflineNotice />} onSubmit={submit}>
      <Stack gap={8} ref={summary} tabIndex={-1} className={styles.summary}>
        <h3>{t('transfer.confirm_title')}</h3>
        <p>
          <Amount value={order.request.amount} size="large" />
        </p>
        <OrderDetails order={order} />
        {order.to === 'iban' && <PayeeCheck {...check} onTakeName={onTakeName} />}
        <p className={styles.note}>
          <Note order={order} />
        </p>
        {form.failure && <p className={styles.note}>{t('transfer.retry_safe')}</p>}
      </Stack>
      <Cluster className={styles.actions}>
        <Button type="submit" loading={isSubmitting || isWaiting}>
          <Action order={order} />
        </Button>
        <Button variant="secondary" onClick={onEdit} disabled={isSubmitting}>
          {t('transfer.edit')}
        </Button>
      </Cluster>
    </FormFrame>
  );
}

/** What happens to the money next. */
function Note({ order }: { order: TransferOrder }) {
  const { t } = useTexts();
  const { t: payee } = usePayeeTexts();
  if (order.rhythm) return payee('confirm_standing_note');
  const isPlanned = order.to === 'iban' && order.request.execution_date !== undefined;
  return isPlanned ? payee('confirm_date_note') : t(`transfer.confirm_${order.to}`);
}

function Action({ order: { request, rhythm } }: { order: TransferOrder }) {
  const { t } = useTexts();
  const { t: payee, language } = usePayeeTexts();
  const { amount } = useFormat();
  const sum = amount(request.amount);
  if (!rhythm) return t('transfer.confirm', { amount: sum });
  const frequency = payee(`frequency_${rhythm.frequency}`).toLocaleLowerCase(language);
  return payee('confirm_standing', { amount: sum, frequency });
}
