import { roles } from '@bank/contracts/permissions';
import { kycStatuses, userStatuses } from '@bank/contracts/users';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import { useDebounced } from '../use-debounced';
import styles from './user-filters.module.css';
import type { FilterName } from './users-page';

interface Filters {
  values: Record<FilterName, string>;
  isFiltered: boolean;
  change: (changes: Partial<Record<FilterName, string>>) => void;
  clear: () => void;
}

/** What narrows the list; each choice counts at once, the search when the typing pauses. */
export function UserFilters({ filters }: { filters: Filters }) {
  const { t } = useTexts();
  const { values, change, clear, isFiltered } = filters;
  const [search, setSearch] = useDebounced(values.search, (text) => change({ search: text }));
  const choice = (name: FilterName) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <div className={styles.filters} role="search" aria-label={t('users.filters')}>
      <TextField
        label={t('users.search')}
        type="search"
        maxLength={120}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <SelectField
        label={t('users.role')}
        placeholder={t('users.all')}
        options={roles.map((value) => ({ value, label: t(`users.role_${value}`) }))}
        {...choice('role')}
      />
      <SelectField
        label={t('users.status')}
        placeholder={t('users.all')}
        options={userStatuses.map((value) => ({ value, label: t(`users.status_${value}`) }))}
        {...choice('status')}
      />
      <SelectField
        label={t('users.kyc')}
        placeholder={t('users.all')}
        options={kycStatuses.map((value) => ({ value, label: t(`users.kyc_${value}`) }))}
        {...choice('kyc_status')}
      />
      {isFiltered && (
        <Button variant="quiet" icon="x" className={styles.clear} onClick={clear}>
          {t('users.clear')}
        </Button>
      )}
    </div>
  );
}
