import { type SubmitEventHandler, useEffect, useId } from 'react';
import { homeCurrency } from '@bank/contracts/currencies';
import { FormFrame } from '@bank/client/form-frame';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { AmountField } from '@bank/ui/amount-field';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { useBalance, useServices } from '../balance/balance.api';
import { usePayeeTexts } from '../payees/texts';
import { useTexts } from '../texts';
import { InternationalFields } from './international-fields';
import { IbanFields } from './recipient-fields';
import { RecipientEntry } from './recipient-entry';
import { useTransferTexts } from './texts';
import { offeredFor, TimingFields } from './timing-fields';
import { TransferHead } from './transfer-head';
import { useFinder } from './use-finder';
import type { TypedOrder } from './transfer-order';
import styles from './transfer.module.css';
import { hiddenRefusal, type TransferForm } from './use-transfer';

/** The fields of each kind of transfer, in order. */
const fieldsOf: Record<TypedOrder['to'], Labelled[]> = {
  customer: ['recipient_id', 'amount', 'description', 'first_run', 'until'],
  iban: [
    'recipient_account',
    'recipient_name',
    'payment_method',
    'currency',
    'charges',
    'amount',
    'description',
    'execution_date',
    'first_run',
    'until',
  ],
};

interface DetailsStepProps {
  form: TransferForm;
  /** The refused IBAN belongs to this bank. */
  isOwnBank: boolean;
  takesFocus: boolean;
  onSubmit: SubmitEventHandler;
}

export function DetailsStep({ form, isOwnBank, takesFocus, onSubmit }: DetailsStepProps) {
  const { t } = useTransferTexts();
  const { t: common } = useTexts();
  const prefix = useId();
  const { watch, getValues, setFocus } = form;
  const to = watch('to');
  const isNamed = watch('recipient_label') !== '';
  const isOffered = useServices()?.payments !== false;
  const idOf = (field: keyof TypedOrder) => `${prefix}-${field}`;
  const shown = shownFields(watch(['to', 'recipient_label', 'beneficiary_id']));
  const errors = useErrors(form, shown, idOf);
  const fill = useFill(form, idOf);
  const choose = (chosen: TypedOrder['to']) =>
    fill({ to: chosen }, chosen === 'customer' ? 'recipient_id' : 'recipient_account');
  const finder = useFinder(form, fill);
  const submit: SubmitEventHandler = (event) => {
    if (!finder.isNeeded) return onSubmit(event);
    event.preventDefault();
    void form.trigger('amount');
    // A recipient to whom the chosen timing is not offered is seen with another one before the confirmation.
    finder.find(() => offeredFor(getValues()).includes(getValues('when')) && onSubmit(event));
  };
  useEffect(() => {
    if (takesFocus) setFocus(firstField(getValues()));
  }, [takesFocus, setFocus, getValues]);
  return (
    <FormFrame
      form={form}
      errors={errors}
      message={errors.length > 0 ? undefined : (hiddenRefusal(form.formState.errors, shown) ?? form.failure)}
      head={<TransferHead form={form} />}
      onSubmit={submit}
    >
      <RecipientEntry form={form} idOf={idOf} finder={finder} fill={fill} />
      {!isNamed && (
        <div className={styles.choice}>
          <Button
            variant="quiet"
            size="small"
            onClick={() => choose(to === 'customer' ? 'iban' : 'customer')}
          >
            {t(to === 'customer' ? 'transfer.to_iban' : 'transfer.to_customer')}
          </Button>
        </div>
      )}
      {to === 'customer' || isOffered ? (
        <OrderFields form={form} idOf={idOf} isOwnBank={isOwnBank} choose={choose} />
      ) : (
        <Alert title={t('transfer.not_offered')}>{t('transfer.not_offered_message')}</Alert>
      )}
      <p className={styles.note}>
        <Link to="/dashboard/payees">{common('payees.title')}</Link>
      </p>
    </FormFrame>
  );
}

/** Fills in values and moves the focus; what belongs to another kind of recipient goes. */
function useFill(
  { setValue, clearErrors, getValues }: TransferForm,
  idOf: (field: keyof TypedOrder) => string,
) {
  return (values: Partial<TypedOrder>, focused: keyof TypedOrder) => {
    clearErrors();
    Object.entries(values).forEach(([name, value]) => setValue(name as keyof TypedOrder, value));
    if (values.to === 'customer' && getValues('when') === 'date') setValue('when', 'now');
    // After the fields that the choice shows are there.
    requestAnimationFrame(() => document.getElementById(idOf(focused))?.focus());
  };
}

interface OrderFieldsProps extends Pick<DetailsStepProps, 'form' | 'isOwnBank'> {
  idOf: (field: keyof TypedOrder) => string;
  choose: (to: TypedOrder['to']) => void;
}

function OrderFields({ form, idOf, isOwnBank, choose }: OrderFieldsProps) {
  const { t } = useTransferTexts();
  const { register, watch, errorOf } = form;
  const [to, method, chosen] = watch(['to', 'payment_method', 'currency']);
  const isInternational = to === 'iban' && method === 'international_transfer';
  const currency = isInternational ? chosen : homeCurrency;
  return (
    <>
      {to === 'iban' && (
        <IbanFields form={form} idOf={idOf} isOwnBank={isOwnBank} onCustomer={() => choose('customer')} />
      )}
      {isInternational && <InternationalFields form={form} idOf={idOf} />}
      <AmountField
        id={idOf('amount')}
        required
        label={t('transfer.amount')}
        currency={currency}
        hint={useAvailable(currency)}
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
      <TimingFields form={form} idOf={idOf} />
      <Cluster className={styles.actions}>
        <Button type="submit">{t('transfer.continue')}</Button>
      </Cluster>
    </>
  );
}

/** A recipient with a name, or a chosen entry of the address book, takes the place of the recipient's fields. */
function shownFields([to, label, chosen]: [TypedOrder['to'], string, string]): Labelled[] {
  const isHidden = label !== '' || (to === 'iban' && chosen !== '');
  return fieldsOf[to].filter((field) => !isHidden || !field.startsWith('recipient_'));
}

/** Where the focus goes when the person comes back to the fields. */
const firstField = ({ to, beneficiary_id: chosen, recipient_label: label }: TypedOrder) => {
  if (label !== '') return 'amount';
  if (to === 'customer') return 'recipient_id';
  return chosen === '' ? 'recipient_account' : 'beneficiary_id';
};

const labels = {
  recipient_id: 'transfer.recipient',
  recipient_account: 'transfer.iban',
  recipient_name: 'transfer.recipient_name',
  payment_method: 'transfer.method',
  amount: 'transfer.amount',
  description: 'transfer.description',
} as const satisfies Partial<Record<keyof TypedOrder, string>>;

const payeeLabels = {
  currency: 'from_account',
  charges: 'charges',
  execution_date: 'execution_date',
  first_run: 'first_run',
  until: 'until',
} as const satisfies Partial<Record<keyof TypedOrder, string>>;
type Labelled = keyof typeof labels | keyof typeof payeeLabels;

/** The refused ones of the displayed fields. */
function useErrors(form: TransferForm, fields: Labelled[], idOf: (field: keyof TypedOrder) => string) {
  const { t } = useTransferTexts();
  const { t: payee } = usePayeeTexts();
  const labelOf = (field: Labelled) =>
    field in payeeLabels
      ? payee(payeeLabels[field as keyof typeof payeeLabels])
      : t(labels[field as keyof typeof labels]);
  return fields
    .filter((field) => form.errorOf(field))
    .map((field) => ({ id: idOf(field), label: labelOf(field) }));
}

function useAvailable(currency: string) {
  const { t } = useTransferTexts();
  const { amount } = useFormat();
  const balance = useBalance().data?.balance;
  // The choice of the account shows what those in other currencies have.
  if (currency !== homeCurrency) return undefined;
  return balance && t('transfer.available', { amount: amount(balance.available_balance, balance.currency) });
}
