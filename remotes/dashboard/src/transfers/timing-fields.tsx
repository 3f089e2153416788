import { homeCurrency } from '@bank/contracts/currencies';
import { addDays } from '@bank/contracts/days';
import { plannedDaysMaximum } from '@bank/contracts/payments';
import { standingFrequencies } from '@bank/contracts/standing-orders';
import { bankToday } from '@bank/i18n/format';
import { Segmented } from '@bank/ui/segmented';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { usePayeeTexts } from '../payees/texts';
import { timings, type TypedOrder } from './transfer-order';
import styles from './transfer.module.css';
import type { TransferForm } from './use-transfer';

interface TimingFieldsProps {
  form: TransferForm;
  idOf: (field: keyof TypedOrder) => string;
}

/** Now, on a date, or regularly. A transfer between customers is instant: it has no date of its own. */
export function TimingFields({
  form: { register, watch, setValue, clearErrors, errorOf },
  idOf,
}: TimingFieldsProps) {
  const { t } = usePayeeTexts();
  const [to, when, method, country, currency] = watch([
    'to',
    'when',
    'payment_method',
    'payee_country',
    'currency',
  ]);
  // A standing order is in euros, to an IBAN.
  const isAbroad = country !== '' || (method === 'international_transfer' && currency !== homeCurrency);
  const offered = timings.filter((timing) =>
    timing === 'standing' ? to === 'customer' || !isAbroad : timing !== 'date' || to === 'iban',
  );
  return (
    <>
      <div className={styles.choice}>
        <Segmented
          label={t('when')}
          options={offered.map((value) => ({ value, label: t(`when_${value}`) }))}
          value={when}
          onChange={(chosen) => {
            clearErrors(['execution_date', 'first_run', 'until']);
            setValue('when', chosen);
          }}
        />
      </div>
      {when === 'date' && (
        <TextField
          id={idOf('execution_date')}
          type="date"
          required
          min={addDays(bankToday(), 1)}
          max={addDays(bankToday(), plannedDaysMaximum)}
          label={t('execution_date')}
          error={errorOf('execution_date')}
          {...register('execution_date')}
        />
      )}
      {when === 'standing' && (
        <RhythmFields fieldOf={(name) => ({ ...register(name), id: idOf(name), error: errorOf(name) })} />
      )}
    </>
  );
}

type RhythmField = 'frequency' | 'first_run' | 'until';

interface RhythmFieldsProps {
  fieldOf: (
    name: RhythmField,
  ) => ReturnType<TransferForm['register']> & { id: string; error: string | undefined };
}

function RhythmFields({ fieldOf }: RhythmFieldsProps) {
  const { t } = usePayeeTexts();
  return (
    <>
      <SelectField
        required
        label={t('frequency')}
        options={standingFrequencies.map((value) => ({ value, label: t(`frequency_${value}`) }))}
        {...fieldOf('frequency')}
      />
      <TextField
        type="date"
        required
        min={bankToday()}
        label={t('first_run')}
        hint={t('first_run_hint')}
        {...fieldOf('first_run')}
      />
      <TextField
        type="date"
        optional
        min={bankToday()}
        label={t('until')}
        hint={t('until_hint')}
        {...fieldOf('until')}
      />
    </>
  );
}
