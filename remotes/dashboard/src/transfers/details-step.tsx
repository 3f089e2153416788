import { type SubmitEventHandler, useEffect, useId } from 'react';
import { FormFrame } from '@bank/client/form-frame';
import { OfflineNotice } from '@bank/client/offline-notice';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField } from '@bank/ui/amount-field';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { Segmented } from '@bank/ui/segmented';
import { TextField } from '@bank/ui/text-field';
import { useBalance } from '../balance/balance.api';
import { useTexts } from '../texts';
import { CustomerFields, IbanFields } from './recipient-fields';
import type { TypedOrder } from './transfer-order';
import styles from './transfer.module.css';
import type { TransferForm } from './use-transfer';

/** The displayed fields of each kind of transfer, in order. */
const fieldsOf: Record<TypedOrder['to'], (keyof TypedOrder)[]> = {
  customer: ['recipient_id', 'amount', 'description'],
  iban: ['recipient_account', 'recipient_name', 'payment_method', 'amount', 'description'],
};

interface DetailsStepProps {
  form: TransferForm;
  /** The refused IBAN belongs to this bank. */
  isOwnBank: boolean;
  takesFocus: boolean;
  onSubmit: SubmitEventHandler;
}

export function DetailsStep({ form, isOwnBank, takesFocus, onSubmit }: DetailsStepProps) {
  const { t } = useTexts();
  const prefix = useId();
  const { register, watch, getValues, setValue, setFocus, clearErrors, errorOf } = form;
  const to = watch('to');
  const idOf = (field: keyof TypedOrder) => `${prefix}-${field}`;
  const errors = useErrors(form, fieldsOf[to], idOf);
  const choose = (chosen: TypedOrder['to']) => {
    clearErrors();
    setValue('to', chosen);
  };
  useEffect(() => {
    if (takesFocus) setFocus(getValues('to') === 'iban' ? 'recipient_account' : 'recipient_id');
  }, [takesFocus, setFocus, getValues]);
  return (
    <FormFrame
      form={form}
      errors={errors}
      message={errors.length > 0 ? undefined : form.failure}
      head={<OfflineNotice />}
      onSubmit={onSubmit}
    >
      <div className={styles.choice}>
        <Segmented
          label={t('transfer.to')}
          options={[
            { value: 'customer', label: t('transfer.to_customer') },
            { value: 'iban', label: t('transfer.to_iban') },
          ]}
          value={to}
          onChange={choose}
        />
      </div>
      {to === 'customer' ? (
        <CustomerFields form={form} idOf={idOf} />
      ) : (
        <IbanFields form={form} idOf={idOf} isOwnBank={isOwnBank} onCustomer={() => choose('customer')} />
      )}
      <AmountField
        id={idOf('amount')}
        required
        label={t('transfer.amount')}
        hint={useAvailable()}
        error={errorOf('amount')}
        {...register('amount')}
      />
      <TextField
        id={idOf('description')}
        optional
        label={t('transfer.description')}
        hint={t('transfer.description_hint')}
        autoComplete="off"
        error={errorOf('description')}
        {...register('description')}
      />
      <Cluster className={styles.actions}>
        <Button type="submit">{t('transfer.continue')}</Button>
      </Cluster>
    </FormFrame>
  );
}

const labels = {
  to: 'transfer.to',
  recipient_id: 'transfer.recipient_id',
  recipient_account: 'transfer.iban',
  recipient_name: 'transfer.recipient_name',
  payment_method: 'transfer.method',
  amount: 'transfer.amount',
  description: 'transfer.description',
} as const satisfies Record<keyof TypedOrder, string>;

/** The refused ones of the displayed fields. */
function useErrors(
  form: TransferForm,
  fields: (keyof TypedOrder)[],
  idOf: (field: keyof TypedOrder) => string,
) {
  const { t } = useTexts();
  return fields
    .filter((field) => form.errorOf(field))
    .map((field) => ({ id: idOf(field), label: t(labels[field]) }));
}

function useAvailable() {
  const { t } = useTexts();
  const { amount } = useFormat();
  const balance = useBalance().data?.balance;
  return balance && t('transfer.available', { amount: amount(balance.available_balance, balance.currency) });
}
