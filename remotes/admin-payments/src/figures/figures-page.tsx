import type { AdminStats } from '@bank/contracts/admin';
import { bankToday } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import { QueryError } from '@bank/client/query-boundary';
import { RefreshButton } from '@bank/client/refresh-button';
import { mayDo, useSession } from '@bank/client/session';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { Grid, Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { Stat } from '@bank/ui/stat';
import { isOffline } from '@bank/client/call-failure';
import { useTexts } from '../texts';
import styles from './figures-page.module.css';
import { useFigures } from './figures.api';
import { DayPictures } from './day-pictures';
import { RecentTransactions } from './recent-transactions';
import { PermittedLink } from './permitted-link';
import { Shares } from './shares';

export function FiguresPage() {
  const { t } = useTexts();
  const query = useFigures();
  const { data, isError, error } = query;
  return (
    <Page layout="desk">
      <PageHeading title={t('figures.title')} actions={data && <RefreshButton query={query} />} />
      {data && <Figures stats={data} />}
      {!data && !isError && <FiguresLoading />}
      {!data && isError && (
        <Card>
          <QueryError
            query={query}
            title={t('figures.failed')}
            message={t(isOffline(error) ? 'figures.failed_network' : 'figures.failed_message')}
          />
        </Card>
      )}
    </Page>
  );
}

function Figures({ stats }: { stats: AdminStats }) {
  const { t } = useTexts();
  const { user } = useSession();
  return (
    <>
      <StatRow stats={stats} />
      <Grid gap={16} columns="wide">
        <Shares
          title={t('figures.accounts')}
          shares={[
            {
              label: t('figures.accounts_active'),
              count: stats.activeAccounts,
              tone: 'success',
              to: '/admin/users?status=active',
            },
            {
              label: t('figures.accounts_inactive'),
              count: stats.totalUsers - stats.activeAccounts,
              tone: 'neutral',
              to: '/admin/users?status=inactive',
            },
          ]}
        />
        <Shares
          title={t('figures.kyc')}
          shares={[
            {
              label: t('figures.kyc_verified'),
              count: stats.kycVerified,
              tone: 'success',
              to: '/admin/users?kyc_status=approved',
            },
            {
              label: t('figures.kyc_pending'),
              count: stats.kycPending,
              tone: 'warning',
              to: '/admin/kyc',
            },
            {
              label: t('figures.kyc_unsent'),
              count: stats.kycUnsent ?? 0,
              tone: 'neutral',
              to: '/admin/users?kyc_status=unsent',
            },
            {
              label: t('figures.kyc_rejected'),
              count: stats.kycRejected,
              tone: 'danger',
              to: '/admin/users?kyc_status=rejected',
            },
          ]}
        />
      </Grid>
      {/* The specification's own figures do without these. */}
      {stats.paymentsByDay && stats.signUpsByDay && (
        <Grid gap={16} columns="wide">
          <DayPictures stats={stats} />
        </Grid>
      )}
      {mayDo(user, 'read', 'transactions:read') && <RecentTransactions transactions={stats.recent} />}
    </>
  );
}

function StatRow({ stats }: { stats: AdminStats }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const today = bankToday();
  const ofToday = (status: string) =>
    `/admin/transactions?status=${status}&dateFrom=${today}&dateTo=${today}&dateOf=processed_at` as const;
  return (
    <Stack className={styles.stats}>
      <Stat
        icon="users"
        label={t('figures.total_users')}
        value={number(stats.totalUsers)}
        hint={t('figures.active_users', { count: stats.activeAccounts })}
        action={<PermittedLink to="/admin/users">{t('figures.users_link')}</PermittedLink>}
      />
      <Stat
        icon="wallet"
        label={t('figures.total_balance')}
        value={<Amount value={stats.totalBalance} />}
        action={
          <PermittedLink to="/admin/users?sort=balance&order=desc">
            {t('figures.balances_link')}
          </PermittedLink>
        }
      />
      <Stat
        icon="clock"
        label={t('figures.pending')}
        value={number(stats.pendingTransactions)}
        action={<PermittedLink to="/admin/validate-payments">{t('figures.pending_link')}</PermittedLink>}
      />
      <Stat
        icon="circle-check"
        label={t('figures.completed_today')}
        value={number(stats.completedToday)}
        action={<PermittedLink to={ofToday('completed')}>{t('figures.completed_link')}</PermittedLink>}
      />
      <Stat
        icon="circle-x"
        label={t('figures.failed_today')}
        value={number(stats.failedToday)}
        action={<PermittedLink to={ofToday('failed')}>{t('figures.failed_link')}</PermittedLink>}
      />
    </Stack>
  );
}

const FiguresLoading = () => (
  <Loading>
    <Stack>
      <Stack className={styles.stats}>
        {[0, 1, 2, 3, 4].map((place) => (
          <Card key={place}>
            <Skeleton />
            <Skeleton height="figure" />
          </Card>
        ))}
      </Stack>
      <Grid gap={16} columns="wide">
        <Skeleton height="block" />
        <Skeleton height="block" />
      </Grid>
    </Stack>
  </Loading>
);
