import type { ReactNode } from 'react';
import { type Transaction, transactionTypes } from '@bank/contracts/transactions';
import { FilterPanel } from '@bank/client/filter-panel';
import { useDebounced } from '@bank/client/use-debounced';
import type { Filters } from '@bank/client/use-filters';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import styles from './transaction-filters.module.css';
import { useTransactionTexts } from './transaction-texts';
import { useTransactionWords } from './transaction-words';

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
  const { t: word } = useTransactionWords();
  const { values, change, choice, clear, isFiltered } = filters;
  const [typed, setTyped] = useDebounced(values.search, (text) => change({ search: text }));
  const { dateFrom, dateTo } = values;
  const isReversed = dateFrom !== '' && dateTo !== '' && dateFrom > dateTo;
  const chosen = Object.entries(values).filter(([name, value]) => name !== 'search' && value !== '').length;
  return (
    <FilterPanel
      label={t('filters')}
      className={styles.filters}
      chosen={chosen}
      hasError={isReversed}
      lead={
        <TextField
          {...search}
          label={t('search')}
          type="search"
          maxLength={120}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      }
      footer={
        isFiltered && (
          <Cluster gap={8}>
            {actions}
            <Button variant="quiet" size={dense ? 'small' : undefined} icon="x" onClick={clear}>
              {t('clear')}
            </Button>
          </Cluster>
        )
      }
    >
      <SelectField
        label={t('type')}
        placeholder={t('all')}
        options={transactionTypes.map((value) => ({ value, label: word(`type_${value}`) }))}
        {...choice('type')}
      />
      <SelectField
        label={t('status')}
        placeholder={t('all')}
        options={statuses.map((value) => ({ value, label: word(`status_${value}`) }))}
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
    </FilterPanel>
  );
}
