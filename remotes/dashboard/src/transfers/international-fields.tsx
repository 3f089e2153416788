import { chargeBearers } from '@bank/contracts/charges';
import { useFormat } from '@bank/i18n/use-format';
import { SelectField } from '@bank/ui/select-field';
import { useAccounts } from '../account/account.api';
import { usePayeeTexts } from '../payees/texts';
import type { TypedOrder } from './transfer-order';
import type { TransferForm } from './use-transfer';

interface InternationalFieldsProps {
  form: TransferForm;
  idOf: (field: keyof TypedOrder) => string;
}

/** The account that pays an international transfer, and who bears its charges. */
export function InternationalFields({ form: { register, watch, errorOf }, idOf }: InternationalFieldsProps) {
  const { t } = usePayeeTexts();
  const { amount } = useFormat();
  const accounts = useAccounts().data?.accounts.filter(({ status }) => status === 'open') ?? [];
  const chosen = watch('currency');
  const open = accounts.map(({ currency, available_balance: available }) => ({
    value: currency,
    label: `${currency} (${amount(available, currency)})`,
  }));
  // Without its option, as before the accounts are there, the select would show another currency than the order's.
  const options = open.some(({ value }) => value === chosen)
    ? open
    : [{ value: chosen, label: chosen }, ...open];
  return (
    <>
      <SelectField
        id={idOf('currency')}
        label={t('from_account')}
        options={options}
        error={errorOf('currency')}
        {...register('currency')}
      />
      <SelectField
        id={idOf('charges')}
        label={t('charges')}
        options={chargeBearers.map((value) => ({ value, label: t(`charges_${value}`) }))}
        error={errorOf('charges')}
        {...register('charges')}
      />
    </>
  );
}
