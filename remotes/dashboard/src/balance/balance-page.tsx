import type { BalanceOverview } from '@bank/contracts/accounts';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { AccountDetails } from './account-details';
import { Available } from './available';
import { BalanceChange } from './balance-change';
import { BalanceFailure, NoBalance } from './balance-failure';
import { BalanceHistory } from './balance-history';
import styles from './balance-page.module.css';
import { useBalance } from './balance.api';

export function BalancePage() {
  const { t } = useTexts();
  return (
    <Page>
      <PageHeading title={t('balance.title')} />
      <Account />
    </Page>
  );
}

function Account() {
  const query = useBalance();
  if (query.data) return <AccountBlocks overview={query.data} />;
  return <Card>{query.isError ? <BalanceFailure query={query} /> : <AccountLoading />}</Card>;
}

function AccountBlocks({ overview: { balance, history } }: { overview: BalanceOverview }) {
  const { t } = useTexts();
  if (!balance) {
    return (
      <Card>
        <NoBalance />
      </Card>
    );
  }
  const { current_balance: current, currency, reserved } = balance;
  // The specification's own fields do without it.
  const available = balance.available_balance ?? current;
  return (
    <>
      <Card title={t('overview.balance')}>
        <Available available={available} current={current} currency={currency} reserved={reserved} />
        <BalanceChange current={current} previous={balance.previous_balance} currency={currency} />
      </Card>
      <div className={styles.columns}>
        <BalanceHistory history={history} currency={currency} />
        <AccountDetails balance={balance} />
      </div>
    </>
  );
}

const AccountLoading = () => (
  <Loading>
    <Skeleton height="title" />
    <Skeleton height="figure" />
    <Skeleton height="block" />
  </Loading>
);
