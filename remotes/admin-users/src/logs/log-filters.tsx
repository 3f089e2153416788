import { useState } from 'react';
import { logListQuery, logTypes } from '@bank/contracts/admin';
import { compact } from '@bank/contracts/invisible-marks';
import { FilterPanel } from '@bank/client/filter-panel';
import { Button } from '@bank/ui/button';
import { Grid } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import styles from './log-filters.module.css';

/** The filters by their names in the address. */
export const filterNames = ['type', 'action', 'user_id', 'dateFrom', 'dateTo'] as const;
type FilterName = (typeof filterNames)[number];

type Values = Record<FilterName, string>;

interface LogFiltersProps {
  values: Values;
  onFilter: (values: Values) => void;
}

/** The filters of the log, applied by the button. */
export function LogFilters({ values, onFilter }: LogFiltersProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useTyped(values);
  const [wasSubmitted, setSubmitted] = useState(false);
  const userId = compact(typed.user_id);
  const isRefused = userId !== '' && !logListQuery.shape.user_id.safeParse(userId).success;
  const { dateFrom, dateTo } = typed;
  const isReversed = dateFrom !== '' && dateTo !== '' && dateFrom > dateTo;
  const field = (name: FilterName) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  const filter = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isRefused && !isReversed) onFilter({ ...typed, action: typed.action.trim(), user_id: userId });
  };
  return (
    <FilterPanel
      label={t('logs.filters')}
      className={styles.filters}
      chosen={Object.values(values).filter(Boolean).length}
      hasError={wasSubmitted && (isRefused || isReversed)}
    >
      <Grid as="form" align="start" noValidate onSubmit={filter}>
        <SelectField
          label={t('logs.type')}
          placeholder={t('logs.type_all')}
          options={logTypes.map((value) => ({ value, label: t(`logs.type_${value}`) }))}
          {...field('type')}
        />
        <TextField label={t('logs.action')} maxLength={80} {...field('action')} />
        <TextField
          label={t('logs.user_id')}
          inputMode="numeric"
          maxLength={16}
          error={wasSubmitted && isRefused ? t('logs.user_id_invalid') : undefined}
          {...field('user_id')}
        />
        <TextField label={t('logs.from')} type="date" max={dateTo} {...field('dateFrom')} />
        <TextField
          label={t('logs.to')}
          type="date"
          min={dateFrom}
          error={isReversed ? t('logs.dates_reversed') : undefined}
          {...field('dateTo')}
        />
        <Button type="submit" icon="funnel" className={styles.submit}>
          {t('logs.filter')}
        </Button>
      </Grid>
    </FilterPanel>
  );
}

/** The typed values, reset when the filters of the list change, such as by the back button. */
function useTyped(values: Values) {
  const shown = JSON.stringify(values);
  const [last, setLast] = useState(shown);
  const [typed, setTyped] = useState(values);
  if (shown !== last) {
    setLast(shown);
    setTyped(values);
  }
  return [typed, setTyped] as const;
}
