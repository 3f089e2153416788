import { inGroupsOfFour } from '@bank/contracts/account-number';
import { Link } from '@bank/client/router';
import { Card } from '@bank/ui/card';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { Available } from '../balance/available';
import { BalanceFailure } from '../balance/balance-failure';
import { useTexts } from '../texts';
import styles from './available-balance.module.css';
import type { OverviewQuery } from './overview.api';

export function AvailableBalance({ query }: { query: OverviewQuery }) {
  const { t } = useTexts();
  return (
    <Card
      title={t('overview.balance')}
      actions={<Link to="/dashboard/balance">{t('overview.balance_link')}</Link>}
    >
      <BalanceContent query={query} />
    </Card>
  );
}

function BalanceContent({ query }: { query: OverviewQuery }) {
  const { t } = useTexts();
  if (query.data) {
    const {
      available_balance: available,
      balance: current,
      currency,
      account_number: number,
      level,
      reserved,
    } = query.data;
    return (
      <>
        <Available available={available} current={current} currency={currency} reserved={reserved} />
        <p className={styles.detail}>
          {inGroupsOfFour(number)} <Link to="/dashboard/account">{t('account.title')}</Link>
        </p>
        {level === 'limited' && (
          <p className={styles.detail}>
            {t('overview.limited')} <Link to="/kyc">{t('balance.limited_link')}</Link>
          </p>
        )}
      </>
    );
  }
  if (query.isError) return <BalanceFailure query={query} />;
  return (
    <Loading>
      <Skeleton height="figure" />
      <Skeleton />
    </Loading>
  );
}
