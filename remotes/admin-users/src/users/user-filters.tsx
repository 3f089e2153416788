import { listedKycStatuses, sortOrders, userSorts } from '@bank/contracts/admin';
import { roles } from '@bank/contracts/permissions';
import { userStatuses } from '@bank/contracts/users';
import { FilterPanel } from '@bank/client/filter-panel';
import { useDebounced } from '@bank/client/use-debounced';
import type { Filters } from '@bank/client/use-filters';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import type { UserSorting } from './use-user-sort';
import styles from './user-filters.module.css';

/** The filters by their names in the address. */
export const filterNames = ['search', 'role', 'status', 'kyc_status'] as const;
type FilterName = (typeof filterNames)[number];

/** Filters and sorts the list at each choice; the search text counts when the typing pauses. */
export function UserFilters({ filters, sorting }: { filters: Filters<FilterName>; sorting: UserSorting }) {
  const { t } = useTexts();
  const { values, change, choice, clear, isFiltered } = filters;
  const [search, setSearch] = useDebounced(values.search, (text) => change({ search: text }));
  const chosen = (['role', 'status', 'kyc_status'] as const).filter((name) => values[name] !== '').length;
  return (
    <FilterPanel
      label={t('users.filters')}
      chosen={chosen}
      lead={
        <TextField
          label={t('users.search')}
          type="search"
          maxLength={120}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      }
      footer={
        isFiltered && (
          <Button variant="quiet" size="small" icon="x" className={styles.clear} onClick={clear}>
            {t('users.clear')}
          </Button>
        )
      }
    >
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
        options={listedKycStatuses.map((value) => ({ value, label: t(`users.kyc_${value}`) }))}
        {...choice('kyc_status')}
      />
      <SelectField
        label={t('users.sort')}
        options={userSorts.flatMap((key) =>
          sortOrders.map((order) => ({
            value: `${key} ${order}`,
            label: t(`users.sort_${order}`, { by: t(`users.${key}`) }),
          })),
        )}
        value={`${sorting.key} ${sorting.order}`}
        onChange={({ target }) => sorting.choose(target.value)}
      />
    </FilterPanel>
  );
}
