import { paymentMethods } from '@bank/contracts/payments';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import { IbanField } from './iban-field';
import type { TypedOrder } from './transfer-order';
import styles from './transfer.module.css';
import type { TransferForm } from './use-transfer';

interface RecipientFieldsProps {
  form: TransferForm;
  idOf: (field: keyof TypedOrder) => string;
}

/** A customer of this bank, by number. */
export function CustomerFields({ form: { register, errorOf }, idOf }: RecipientFieldsProps) {
  const { t } = useTexts();
  return (
    <TextField
      id={idOf('recipient_id')}
      required
      inputMode="numeric"
      autoComplete="off"
      label={t('transfer.recipient_id')}
      hint={t('transfer.recipient_id_hint')}
      error={errorOf('recipient_id')}
      {...register('recipient_id')}
    />
  );
}

interface IbanFieldsProps extends RecipientFieldsProps {
  /** The refused IBAN belongs to this bank. */
  isOwnBank: boolean;
  onCustomer: () => void;
}

/** An account at another bank, and the transfer method. */
export function IbanFields({ form, idOf, isOwnBank, onCustomer }: IbanFieldsProps) {
  const { t } = useTexts();
  const { register, watch, errorOf, formState } = form;
  const refused = errorOf('recipient_account');
  return (
    <>
      <IbanField
        id={idOf('recipient_account')}
        typed={watch('recipient_account')}
        refused={refused}
        attempt={formState.submitCount}
        registration={register('recipient_account')}
      />
      {isOwnBank && refused && (
        <div className={styles.offer}>
          <Button variant="secondary" size="small" onClick={onCustomer}>
            {t('transfer.to_this_customer')}
          </Button>
        </div>
      )}
      <TextField
        id={idOf('recipient_name')}
        required
        autoComplete="off"
        label={t('transfer.recipient_name')}
        error={errorOf('recipient_name')}
        {...register('recipient_name')}
      />
      <SelectField
        id={idOf('payment_method')}
        label={t('transfer.method')}
        options={paymentMethods.map((value) => ({ value, label: t(`transfer.method_${value}`) }))}
        error={errorOf('payment_method')}
        {...register('payment_method')}
      />
    </>
  );
}
