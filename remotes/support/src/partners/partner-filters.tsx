import { partnerStatuses } from '@bank/contracts/partners';
import { useDebounced } from '@bank/client/use-debounced';
import type { Filters } from '@bank/client/use-filters';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import styles from './partner-filters.module.css';
import { usePartnerTexts } from './texts';

/** Names of the filters in the address. */
export const filterNames = ['search', 'status'] as const;

/** A choice applies at once, the search when typing pauses. */
export function PartnerFilters({ filters }: { filters: Filters<(typeof filterNames)[number]> }) {
  const { t } = usePartnerTexts();
  const { values, change, choice, clear, isFiltered } = filters;
  const [search, setSearch] = useDebounced(values.search, (text) => change({ search: text }));
  return (
    <div className={styles.filters} role="search" aria-label={t('list.filters')}>
      <TextField
        label={t('list.search')}
        type="search"
        maxLength={120}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <SelectField
        label={t('list.status')}
        placeholder={t('list.all')}
        options={partnerStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        {...choice('status')}
      />
      {isFiltered && (
        <Button variant="quiet" icon="x" onClick={clear}>
          {t('list.clear')}
        </Button>
      )}
    </div>
  );
}
