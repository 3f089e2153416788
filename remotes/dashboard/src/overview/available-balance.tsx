import { useFormat } from '@bank/i18n/use-format';
import { Link } from '@bank/client/router';
import { Card } from '@bank/ui/card';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { inGroupsOfFour } from '../balance/account-number';
import { BalanceFailure, NoBalance } from '../balance/balance-failure';
import { BalanceFigure } from '../balance/balance-figure';
import { useBalance } from '../balance/balance.api';
import { useTexts } from '../texts';
import styles from './available-balance.module.css';

/** What the customer can spend now, the largest thing on the page. */
export function AvailableBalance() {
  const { t } = useTexts();
  return (
    <Card
      title={t('overview.balance')}
      actions={<Link to="/dashboard/balance">{t('overview.balance_link')}</Link>}
    >
      <BalanceContent />
    </Card>
  );
}

function BalanceContent() {
  const { t } = useTexts();
  const { amount } = useFormat();
  const query = useBalance();
  if (query.data) {
    const { balance } = query.data;
    if (!balance) return <NoBalance />;
    const {
      available_balance: available,
      current_balance: current,
      currency,
      account_number: number,
    } = balance;
    return (
      <>
        <BalanceFigure value={available} currency={currency} />
        <p className={styles.detail}>{inGroupsOfFour(number)}</p>
        {available !== current && (
          <p className={styles.detail}>{t('overview.posted', { amount: amount(current, currency) })}</p>
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
