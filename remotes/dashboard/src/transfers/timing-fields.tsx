import { useEffect, useEffectEvent } from 'react';
import { addDays } from '@bank/contracts/days';
import { plannedDaysMaximum } from '@bank/contracts/payments';
import { standingFrequencies } from '@bank/contracts/standing-orders';
import { ruleText } from '@bank/contracts/validation';
import { bankToday } from '@bank/i18n/format';
import { Segmented } from '@bank/ui/segmented';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { usePayeeTexts } from '../payees/texts';
import { mayRepeat, type Timing, timings, type TypedOrder } from './transfer-order';
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
  const { t, language } = usePayeeTexts();
  const typed = watch();
  const { when } = typed;
  const offered = offeredFor(typed);
  const choose = (chosen: Timing) => {
    clearErrors(['execution_date', 'first_run', 'until']);
    setValue('when', chosen);
  };
  const isOffered = offered.includes(when);
  const onLoss = useEffectEvent(() => choose('now'));
  useEffect(() => {
    if (!isOffered) onLoss();
  }, [isOffered]);
  return (
    <>
      <div className={styles.choice}>
        <Segmented
          label={t('when')}
          options={offered.map((value) => ({ value, label: t(`when_${value}`) }))}
          value={when}
          onChange={choose}
        />
      </div>
      {!offered.includes('standing') && <p className={styles.note}>{ruleText('STANDING_ORDER', language)}</p>}
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

/** A transfer between customers is instant, and a standing order keeps neither another currency nor charges. */
export const offeredFor = (typed: TypedOrder): Timing[] => {
  const repeats = typed.to === 'customer' || (typed.payee_country === '' && mayRepeat(typed));
  return timings.filter((timing) =>
    timing === 'standing' ? repeats : timing === 'now' || typed.to === 'iban',
  );
};

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
