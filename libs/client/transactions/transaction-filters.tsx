import { type ReactNode, useId, useState } from 'react';
import { type Transaction, transactionTypes } from '@bank/contracts/transactions';
import { useDebounced } from '@bank/client/use-debounced';
import type { Filters } from '@bank/client/use-filters';
import { Button } from '@bank/ui/button';
import { classNames } from '@bank/ui/class-names';
import { Grid } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import styles from './transaction-filters.module.css';
import { useTransactionTexts } from './transaction-texts';

/** The filters that both screens have, by their names in the address and in the call. */
export const filterNames = ['search', 'type', 'status', 'dateFrom', 'dateTo'] as const;
export type TransactionFilterValues = Filters<(typeof filterNames)[number]>;

interface TransactionFiltersProps {
  filters: TransactionFilterValues;
  statuses: readonly Transaction['status'][];
  dense: boolean;
  /** Explains the search: inside the empty field, or below it. */
  search: { placeholder: string } | { hint: string };
  /** Fields between the status and the period. */
  fields?: ReactNode;
  /** Buttons before the one that clears all filters. */
  actions?: ReactNode;
}

/** Filters the list at each choice; the search text counts when the typing pauses. */
export function TransactionFilters(props: TransactionFiltersProps) {
  const { filters, statuses, dense, search, fields, actions } = props;
  const { t } = useTransactionTexts();
  const { values, change, choice, clear, isFiltered } = filters;
  const [typed, setTyped] = useDebounced(values.search, (text) => change({ search: text }));
  const { dateFrom, dateTo } = values;
  const isReversed = dateFrom !== '' && dateTo !== '' && dateFrom > dateTo;
  const [wasOpened, setWasOpened] = useState(false);
  // What is wrong must be seen.
  const isOpen = wasOpened || isReversed;
  const fieldsId = useId();
  const chosen = Object.entries(values).filter(([name, value]) => name !== 'search' && value !== '').length;
  return (
    <div className={styles.filters} role="search" aria-label={t('filters')}>
      <div className={styles.search}>
        <TextField
          {...search}
          label={t('search')}
          type="search"
          maxLength={120}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {/* The fields are always displayed where there is room for them. */}
        {!dense && (
          <Button
            variant="secondary"
            icon="funnel"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={fieldsId}
            onClick={() => setWasOpened(!wasOpened)}
          >
            {chosen > 0 ? t('filter_button_chosen', { count: chosen }) : t('filter_button')}
          </Button>
        )}
      </div>
      <div id={fieldsId} className={classNames(styles.fields, !dense && !isOpen && styles.closed)}>
        <Grid align={dense ? 'end' : 'start'}>
          <SelectField
            label={t('type')}
            placeholder={t('all')}
            options={transactionTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
            {...choice('type')}
          />
          <SelectField
            label={t('status')}
            placeholder={t('all')}
            options={statuses.map((value) => ({ value, label: t(`status_${value}`) }))}
            {...choice('status')}
          />
          {fields}
          <TextField label={t('from')} type="date" max={dateTo} {...choice('dateFrom')} />
          <TextField
            label={t('to')}
            type="date"
            min={dateFrom}
            error={isReversed ? t('dates_reversed') : undefined}
            {...choice('dateTo')}
          />
        </Grid>
      </div>
      {isFiltered && (
        <div className={styles.chosen}>
          {actions}
          <Button variant="quiet" size={dense ? 'small' : undefined} icon="x" onClick={clear}>
            {t('clear')}
          </Button>
        </div>
      )}
    </div>
  );
}
