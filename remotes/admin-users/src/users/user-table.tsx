import type { ReactNode } from 'react';
import type { ManagedUser, UserList } from '@bank/contracts/admin';
import { mayCombine } from '@bank/contracts/permissions';
import type { UseQueryResult } from '@bank/client/query';
import { Link } from '@bank/client/router';
import { Amount } from '@bank/ui/amount';
import { QueryTable } from '@bank/client/query-table';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import type { Column, TableSort } from '@bank/ui/data-table';
import { EmailText } from '@bank/ui/email-text';
import { EmptyState } from '@bank/ui/empty-state';
import { kycTones, listedKycOf } from '../kyc/submission';
import { useTexts } from '../texts';
import { useSwitching } from './use-switching';
import { UserActions } from './user-actions';
import type { UserDialog } from './use-user-dialog';
import styles from './user-table.module.css';

interface UserTableProps {
  query: UseQueryResult<UserList>;
  sort: TableSort;
  open: UserDialog['open'];
}

export function UserTable({ query, sort, open }: UserTableProps) {
  const { t } = useTexts();
  const switching = useSwitching();
  return (
    <QueryTable
      dense
      wide
      caption={t('users.title')}
      sort={sort}
      columns={[
        ...columnsOf(t),
        {
          key: 'actions',
          header: t('users.actions'),
          cell: (user) => <UserActions user={user} open={open} switching={switching} />,
        },
      ]}
      query={query}
      rowsOf={({ users }) => users}
      rowKey={({ id }) => id}
      loadingRows={20}
      empty={<EmptyState icon="users" title={t('users.empty')} message={t('users.empty_message')} />}
      failed={t('users.failed')}
      failedMessage={t('users.failed_message')}
    />
  );
}

function columnsOf(t: ReturnType<typeof useTexts>['t']): Column<ManagedUser>[] {
  return [
    { key: 'id', header: t('users.id'), align: 'end', sortable: true, cell: ({ id }) => id },
    {
      key: 'last_name',
      header: t('users.last_name'),
      primary: true,
      sortable: true,
      cell: ({ id, last_name: name }) => (
        <Link to={`/admin/users/${id}`} className={styles.long}>
          {name}
        </Link>
      ),
    },
    {
      key: 'first_name',
      header: t('users.first_name'),
      sortable: true,
      cell: (user) => wrapped(user.first_name),
    },
    {
      key: 'email',
      header: t('users.email'),
      sortable: true,
      cell: ({ email }) => (
        <span className={`${styles.long} ${styles.address}`} title={email}>
          <EmailText address={email} />
        </span>
      ),
    },
    {
      key: 'username',
      header: t('users.username'),
      sortable: true,
      cell: ({ username }) => <span className={`${styles.long} ${styles.handle}`}>{username}</span>,
    },
    { key: 'role', header: t('users.role'), cell: (user) => <Role of={user} /> },
    {
      key: 'status',
      header: t('users.status'),
      cell: ({ status }) => (
        <State usual={status === 'active'} tone="neutral">
          {t(`users.status_${status}`)}
        </State>
      ),
    },
    {
      key: 'kyc',
      header: t('users.kyc'),
      cell: (user) => (
        <State usual={user.kyc_status === 'approved'} tone={kycTones[user.kyc_status]}>
          {t(`users.kyc_${listedKycOf(user)}`)}
        </State>
      ),
    },
    {
      key: 'balance',
      header: t('users.balance'),
      align: 'end',
      sortable: true,
      cell: ({ balance }) => <Amount value={balance} />,
    },
  ];
}

/** The role; roles that were given together before that was refused are marked, since one of them has no effect. */
function Role({ of: { role, staff_roles: held = [] } }: { of: ManagedUser }) {
  const { t } = useTexts();
  if (mayCombine(held)) return t(`users.role_${role}`);
  return (
    <>
      {t(`users.role_${role}`)} <Badge tone="warning">{t('users.roles_to_part')}</Badge>
    </>
  );
}

/** A badge for what is not as usual only. */
const State = ({ usual, tone, children }: { usual: boolean; tone: BadgeTone; children: ReactNode }) =>
  usual ? (
    children
  ) : (
    <Badge tone={tone} icon={false}>
      {children}
    </Badge>
  );

/** A long name may be wrapped. */
const wrapped = (text: string) => <span className={styles.long}>{text}</span>;
