import { useEffect, useEffectEvent } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import { compact } from '@bank/contracts/invisible-marks';
import { paymentMethods } from '@bank/contracts/payments';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useBeneficiaries } from '../payees/payees.api';
import { usePayeeTexts } from '../payees/texts';
import { useTransferTexts } from './texts';
import { IbanField } from './iban-field';
import { methodTo, noPayee } from './payee-choice';
import type { TypedOrder } from './transfer-order';
import styles from './transfer.module.css';
import type { TransferForm } from './use-transfer';

interface RecipientFieldsProps {
  form: TransferForm;
  idOf: (field: keyof TypedOrder) => string;
}

interface IbanFieldsProps extends RecipientFieldsProps {
  /** The refused IBAN belongs to this bank. */
  isOwnBank: boolean;
  onCustomer: () => void;
}

/** An account at another bank, from the address book or typed, and the transfer method. */
export function IbanFields({ form, idOf, isOwnBank, onCustomer }: IbanFieldsProps) {
  const { t } = useTransferTexts();
  const { register, watch, errorOf } = form;
  useGoneEntry(form);
  const isChosen = watch('beneficiary_id') !== '';
  const isNamed = watch('recipient_label') !== '';
  const methods = watch('payee_country') === '' ? paymentMethods : ['international_transfer' as const];
  return (
    <>
      {!isNamed && <SavedPayee form={form} idOf={idOf} />}
      {!isNamed && !isChosen && (
        <TypedPayee form={form} idOf={idOf} isOwnBank={isOwnBank} onCustomer={onCustomer} />
      )}
      <SelectField
        id={idOf('payment_method')}
        label={t('transfer.method')}
        options={methods.map((value) => ({ value, label: t(`transfer.method_${value}`) }))}
        error={errorOf('payment_method')}
        {...register('payment_method')}
      />
    </>
  );
}

/** Forgets a chosen entry that is no longer in the address book: its account and name are then those of the fields. */
function useGoneEntry({ watch, getValues, setValue }: TransferForm) {
  const { data, isFetching } = useBeneficiaries();
  const chosen = watch('beneficiary_id');
  const isKnown = data?.beneficiaries.some(({ id }) => String(id) === chosen);
  const isGone = chosen !== '' && isKnown === false && !isFetching;
  const forget = useEffectEvent(() => {
    setValue('beneficiary_id', '');
    if (getValues('payee_country') === '') return;
    // An account without an IBAN can be paid by its entry alone.
    Object.entries(noPayee).forEach(([name, value]) => setValue(name as keyof typeof noPayee, value));
  });
  useEffect(() => {
    if (isGone) forget();
  }, [isGone]);
}

/** The address book, or until it is fetched the entry that was chosen from it. */
function usePayable({ watch }: TransferForm) {
  const { data } = useBeneficiaries();
  const [id, name, account] = watch(['beneficiary_id', 'recipient_name', 'recipient_account']);
  return data?.beneficiaries ?? (id === '' ? [] : [{ id, name, account: compact(account), label: null }]);
}

/** The choice from the address book; not shown while there is none. */
function SavedPayee({ form, idOf }: RecipientFieldsProps) {
  const { t } = usePayeeTexts();
  const { register, setValue, clearErrors } = form;
  const saved = useBeneficiaries().data?.beneficiaries;
  const payable = usePayable(form);
  const { onChange, ...registration } = register('beneficiary_id');
  const choose = (id: string) => {
    const chosen = saved?.find((each) => String(each.id) === id);
    clearErrors(['recipient_account', 'recipient_name', 'payment_method']);
    setValue('recipient_account', chosen ? inGroupsOfFour(chosen.account) : '');
    setValue('recipient_name', chosen?.name ?? '');
    setValue('payee_country', chosen?.bic ? chosen.country : '');
    setValue('payment_method', chosen ? methodTo(chosen) : paymentMethods[0]);
  };
  if (payable.length === 0) return null;
  return (
    <SelectField
      {...registration}
      id={idOf('beneficiary_id')}
      label={t('saved_payee')}
      options={[
        { value: '', label: t('saved_new') },
        ...payable.map(({ id, name, label, account }) => ({
          value: String(id),
          label: [name, label ?? `… ${account.slice(-4)}`].join(' – '),
        })),
      ]}
      onChange={(event) => {
        void onChange(event);
        choose(event.currentTarget.value);
      }}
    />
  );
}

function TypedPayee({ form, idOf, isOwnBank, onCustomer }: IbanFieldsProps) {
  const { t } = useTransferTexts();
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
    </>
  );
}
