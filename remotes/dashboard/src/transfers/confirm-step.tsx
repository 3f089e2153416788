import type { SubmitEventHandler } from 'react';
import { homeCurrency } from '@bank/contracts/currencies';
import { FormFrame } from '@bank/client/form-frame';
import { QueryError } from '@bank/client/query-boundary';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import { PayeeCheck } from '../payees/payee-check';
import { usePayeeCheck } from '../payees/use-payee-check';
import { usePayeeTexts } from '../payees/texts';
import { useSummaryFocus } from '../use-summary-focus';
import { useTransferTexts } from './texts';
import { OrderDetails } from './order-details';
import { CostFacts } from './cost-facts';
import { Spendable } from './spendable';
import { TransferHead } from './transfer-head';
import { currencyOf, type TransferOrder } from './transfer-order';
import { isInternationalOrder, usePaymentCost } from './transfers.api';
import styles from './transfer.module.css';
import type { TransferForm } from './use-transfer';

interface Props {
  form: TransferForm;
  order: TransferOrder;
  onSubmit: () => void;
  onEdit: () => void;
  /** Replaces the typed name by the account holder's. */
  onTakeName: (name: string) => void;
  /** Its title is below that of a dialog, or of a page. */
  title?: 'h2' | 'h3';
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
export function ConfirmStep({ form, order, onSubmit, onEdit, onTakeName, title: Title = 'h3' }: Props) {
  const { isSubmitting } = form.formState;
  const { t } = useTransferTexts();
  const { t: payee } = usePayeeTexts();
  const summary = useSummaryFocus();
  const isVerified = order.to === 'iban' && order.country === undefined;
  const { check, isWaiting, passes } = usePayeeCheck(payeeOf(order), isVerified);
  const cost = usePaymentCost(order);
  const isInternational = isInternationalOrder(order);
  const submit: SubmitEventHandler = (event) => {
    event.preventDefault();
    if (passes() && (!isInternational || cost.data)) onSubmit();
  };
  return (
    <FormFrame form={form} head={<TransferHead form={form} />} onSubmit={submit}>
      <Stack gap={8} ref={summary} tabIndex={-1} className={styles.summary}>
        <Title>{t('transfer.confirm_title')}</Title>
        <p>
          <Amount value={order.request.amount} currency={currencyOf(order)} size="large" />
        </p>
        <OrderDetails order={order}>{cost.data && <CostFacts order={order} cost={cost.data} />}</OrderDetails>
        {currencyOf(order) === homeCurrency && <Spendable />}
        {cost.isError && !cost.data && <QueryError query={cost} title={payee('cost_failed')} />}
        {order.isUnverified && (
          <Alert tone="warning" title={payee('unverified_title')}>
            {payee('unverified_message')}
          </Alert>
        )}
        {isVerified && <PayeeCheck {...check} onTakeName={onTakeName} />}
        <p className={styles.note}>
          <Note order={order} />
        </p>
        {form.failure && (
          <p className={styles.note}>
            {t(order.rhythm ? 'transfer.retry_safe_standing' : 'transfer.retry_safe')}
          </p>
        )}
      </Stack>
      <Cluster className={styles.actions}>
        <Button type="submit" loading={isSubmitting || isWaiting || (isInternational && cost.isPending)}>
          <Action order={order} />
        </Button>
        <Button variant="secondary" onClick={onEdit} disabled={isSubmitting}>
          {t('transfer.edit')}
        </Button>
      </Cluster>
    </FormFrame>
  );
}

/** The next step of the money. */
function Note({ order }: { order: TransferOrder }) {
  const { t } = useTransferTexts();
  const { t: payee } = usePayeeTexts();
  const { date } = useFormat();
  if (order.rhythm?.until) return payee('confirm_standing_until_note', { date: date(order.rhythm.until) });
  if (order.rhythm) return payee('confirm_standing_note');
  const isPlanned = order.to === 'iban' && order.request.execution_date !== undefined;
  return isPlanned ? payee('confirm_date_note') : t(`transfer.confirm_${order.to}`);
}

function Action({ order }: { order: TransferOrder }) {
  const { request, rhythm } = order;
  const { t } = useTransferTexts();
  const { t: payee, language } = usePayeeTexts();
  const { amount } = useFormat();
  const sum = amount(request.amount, currencyOf(order));
  if (!rhythm) return t('transfer.confirm', { amount: sum });
  const frequency = payee(`frequency_${rhythm.frequency}`).toLocaleLowerCase(language);
  return payee('confirm_standing', { amount: sum, frequency });
}
