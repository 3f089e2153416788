import { useRef } from 'react';
import { userListQuery } from '@bank/contracts/admin';
import { mayDo, useSession } from '@bank/client/session';
import { useFilters } from '@bank/client/use-filters';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { useTexts } from '../texts';
import { UserDialogs } from './user-dialogs';
import { filterNames, UserFilters } from './user-filters';
import { UserTable } from './user-table';
import { useUserDialog } from './use-user-dialog';
import { useUserSort } from './use-user-sort';
import styles from './users-page.module.css';
import { useUsers } from './users.api';

export function UsersPage() {
  const { t } = useTexts();
  const filters = useFilters(userListQuery.shape, filterNames);
  const sorting = useUserSort();
  const dialog = useUserDialog();
  const mayCreate = mayDo(useSession().user, 'change', 'contacts:change');
  const list = useRef<HTMLDivElement>(null);
  const query = useUsers({ ...filters.values, ...sorting.values, page: filters.page });
  const pagination = query.isError ? undefined : query.data?.pagination;
  return (
    <Page layout="desk">
      <PageHeading
        title={t('users.title')}
        actions={
          mayCreate && (
            <Button icon="user-plus" onClick={() => dialog.open('create')}>
              {t('users.create')}
            </Button>
          )
        }
      />
      <UserFilters filters={filters} sorting={sorting} />
      <Card padding="none">
        <div ref={list} tabIndex={-1} className={styles.list}>
          <UserTable query={query} sort={sorting} open={dialog.open} />
        </div>
      </Card>
      {pagination && <Pagination answer={pagination} page={filters.page} onPage={filters.goTo} />}
      <UserDialogs dialog={dialog} onRemoved={() => list.current?.focus()} />
    </Page>
  );
}
