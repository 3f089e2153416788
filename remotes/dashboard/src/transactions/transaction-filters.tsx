import { transactionStatuses, transactionTypes } from '@bank/contracts/transactions';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import { useDebounced } from '../use-debounced';
import styles from './transaction-filters.module.css';
import type { FilterName } from './transactions-page';

interface Filters {
  values: Record<FilterName, string>;
  isFiltered: boolean;
  change: (changes: Partial<Record<FilterName, string>>) => void;
  clear: () => void;
}

/** What narrows the list; each choice counts at once, the search when the typing pauses. */
export function TransactionFilters({ filters }: { filters: Filters }) {
  const { t } = useTexts();
  const { values, change, clear, isFiltered } = filters;
  const [search, setSearch] = useDebounced(values.search, (text) => change({ search: text }));
  const choice = (name: FilterName) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <div className={styles.filters} role="search" aria-label={t('transactions.filters')}>
      <div className={styles.search}>
        <TextField
          label={t('transactions.search')}
          type="search"
          placeholder={t('transactions.search_hint')}
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
        options={transactionStatuses.map((value) => ({ value, label: t(`transactions.status_${value}`) }))}
        {...choice('status')}
      />
      <TextField label={t('transactions.from')} type="date" max={values.dateTo} {...choice('dateFrom')} />
      <TextField label={t('transactions.to')} type="date" min={values.dateFrom} {...choice('dateTo')} />
      {isFiltered && (
        <Button variant="quiet" icon="x" className={styles.clear} onClick={clear}>
          {t('transactions.clear')}
        </Button>
      )}
    </div>
  );
}
