import type { ManagedUser, UserList } from '@bank/contracts/admin';
import type { UseQueryResult } from '@bank/client/query';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { type Column, DataTable, type TableSort } from '@bank/ui/data-table';
import { EmailText } from '@bank/ui/email-text';
import { EmptyState } from '@bank/ui/empty-state';
import { ErrorState } from '@bank/ui/error-state';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';
import { useSwitching } from './use-switching';
import { UserActions } from './user-actions';
import type { UserDialog } from './use-user-dialog';
import styles from './user-table.module.css';

const kycTones: Record<ManagedUser['kyc_status'], Tone> = {
  approved: 'success',
  pending: 'warning',
  rejected: 'danger',
};

interface UserTableProps {
  query: UseQueryResult<UserList>;
  sort: TableSort;
  open: UserDialog['open'];
}

/** One page of users in its four states, each with what can be done to them. */
export function UserTable({ query, sort, open }: UserTableProps) {
  const { t } = useTexts();
  const switching = useSwitching();
  const { data, isPending, isPlaceholderData, isError, isFetching, refetch } = query;
  return (
    <DataTable
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
      rows={data?.users ?? []}
      rowKey={({ id }) => id}
      loading={isPending || isPlaceholderData}
      loadingRows={20}
      empty={<EmptyState icon="users" title={t('users.empty')} message={t('users.empty_message')} />}
      error={
        isError && (
          <ErrorState
            title={t('users.failed')}
            message={t('users.failed_message')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )
      }
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
      cell: (user) => wrapped(user.last_name),
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
        <span className={`${styles.long} ${styles.address}`}>
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
    { key: 'role', header: t('users.role'), cell: ({ role }) => t(`users.role_${role}`) },
    {
      key: 'status',
      header: t('users.status'),
      cell: ({ status }) => (
        <Badge tone={status === 'active' ? 'success' : 'neutral'} icon={false}>
          {t(`users.status_${status}`)}
        </Badge>
      ),
    },
    {
      key: 'kyc',
      header: t('users.kyc'),
      cell: ({ kyc_status: kyc }) => (
        <Badge tone={kycTones[kyc]} icon={false}>
          {t(`users.kyc_${kyc}`)}
        </Badge>
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

/** A name or address may be longer than its column. */
const wrapped = (text: string) => <span className={styles.long}>{text}</span>;
