import { transactionDates, transactionTypes } from '@bank/contracts/transactions';
import { useDebounced } from '@bank/client/use-debounced';
import type { Filters } from '@bank/client/use-filters';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import styles from './transaction-filters.module.css';
import { statuses } from './transaction-status';
import type { FilterName } from './transactions.api';

/** What narrows the list; each choice counts at once, the search when the typing pauses. */
export function TransactionFilters({ filters }: { filters: Filters<FilterName> }) {
  const { t } = useTexts();
  const { values, change, choice, clear, isFiltered } = filters;
  const [search, setSearch] = useDebounced(values.search, (text) => change({ search: text }));
  const { dateFrom, dateTo, user_id: customer } = values;
  const isReversed = dateFrom !== '' && dateTo !== '' && dateFrom > dateTo;
  return (
    <div className={styles.filters} role="search" aria-label={t('transactions.filters')}>
      <div className={styles.search}>
        <TextField
          label={t('transactions.search')}
          type="search"
          hint={t(customer ? 'transactions.search_hint_customer' : 'transactions.search_hint')}
          maxLength={120}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <SelectField
        label={t('transactions.type')}
        placeholder={t('transactions.all')}
        options={transactionTypes.map((value) => ({ value, label: t(`transactions.type_${value}`) }))}
        {...choice('type')}
      />
      <SelectField
        label={t('transactions.status')}
        placeholder={t('transactions.all')}
        options={statuses.map((value) => ({ value, label: t(`transactions.status_${value}`) }))}
        {...choice('status')}
      />
      <SelectField
        label={t('transactions.dates')}
        options={transactionDates.map((value, place) => ({
          // The first is what an address without it means.
          value: place === 0 ? '' : value,
          label: t(`transactions.dates_${value}`),
        }))}
        {...choice('dateOf')}
      />
      <TextField label={t('transactions.from')} type="date" max={dateTo} {...choice('dateFrom')} />
      <TextField
        label={t('transactions.to')}
        type="date"
        min={dateFrom}
        error={isReversed ? t('transactions.dates_reversed') : undefined}
        {...choice('dateTo')}
      />
      {isFiltered && (
        <div className={styles.chosen}>
          {customer && (
            <Button variant="secondary" size="small" icon="x" onClick={() => change({ user_id: '' })}>
              {t('transactions.all_customers', { id: customer })}
            </Button>
          )}
          <Button variant="quiet" size="small" icon="x" onClick={clear}>
            {t('transactions.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}
