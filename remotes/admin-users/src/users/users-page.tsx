import { userListQuery } from '@bank/contracts/admin';
import { useFilters } from '@bank/client/use-filters';
import { Card } from '@bank/ui/card';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import page from '../page.module.css';
import { useTexts } from '../texts';
import { filterNames, UserFilters } from './user-filters';
import { UserTable } from './user-table';
import { useUsers } from './users.api';

/** Everybody who has an account at the bank. */
export function UsersPage() {
  const { t } = useTexts();
  const filters = useFilters(userListQuery.shape, filterNames);
  const query = useUsers({ ...filters.values, page: filters.page });
  const pagination = query.isError ? undefined : query.data?.pagination;
  return (
    <div className={page.page}>
      <PageHeading title={t('users.title')} />
      <UserFilters filters={filters} />
      <Card padding="none">
        <UserTable query={query} />
      </Card>
      {pagination && <Pagination {...pagination} page={filters.page} onPage={filters.goTo} />}
    </div>
  );
}
