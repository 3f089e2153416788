import { inGroupsOfFour } from '@bank/contracts/account-number';
import { Link } from '@bank/client/router';
import { Card } from '@bank/ui/card';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { Posted } from '../balance/available';
import { BalanceFailure } from '../balance/balance-failure';
import { BalanceFigure } from '../balance/balance-figure';
import { useTexts } from '../texts';
import styles from './available-balance.module.css';
import { CounterWindow } from './counter-window';
import { DaysLeft, passedOf } from './days-left';
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
      income,
    } = query.data;
    return (
      <>
        <CounterWindow passed={income && passedOf(income)}>
          <BalanceFigure value={available} currency={currency} />
        </CounterWindow>
        <div className={styles.details}>
          {income && <DaysLeft income={income} available={available} />}
          <Posted available={available} current={current} currency={currency} reserved={reserved} />
          <p className={styles.detail}>
            <span className="account-number">{inGroupsOfFour(number)}</span>{' '}
            <Link to="/dashboard/account">{t('account.title')}</Link>
          </p>
          {level === 'limited' && (
            <p className={styles.detail}>
              {t('overview.limited')} <Link to="/kyc">{t('balance.limited_link')}</Link>
            </p>
          )}
        </div>
      </>
    );
  }
  if (query.isError) return <BalanceFailure query={query} />;
  return (
    <Loading>
      <CounterWindow passed={undefined}>
        <Skeleton height="figure" />
      </CounterWindow>
      <div className={styles.details}>
        <Skeleton lines={2} />
      </div>
    </Loading>
  );
}
