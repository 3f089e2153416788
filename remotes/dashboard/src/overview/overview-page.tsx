import { isCopyAllowed } from '@bank/client/device-choice';
import { LazyPart } from '@bank/client/lazy-part';
import { Slot } from '@bank/client/slot';
import { useSearchParams } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { Card } from '@bank/ui/card';
import { Cluster, Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useSimple } from '@bank/ui/simple-mode';
import { useTexts } from '../texts';
import { RecentPayees } from '../transfers/recent-payees';
import { useTransactionsAhead } from '../transactions/transactions.api';
import { AvailableBalance } from './available-balance';
import { Figures } from './figures';
import { useOverview } from './overview.api';
import styles from './overview-page.module.css';
import { RecentActivity } from './recent-activity';

/** Whether this browser keeps what it fetches for times without a network. */
const mayKeepCopy = () => 'serviceWorker' in navigator && isCopyAllowed();

/** Few people still have steps to take. In the file of the accounts: one of its own makes the entry larger. */
const loadSteps = async () =>
  (await import(/* webpackChunkName: "accounts" */ '../first-steps/first-steps')).FirstSteps;

const loadSimple = async () =>
  (await import(/* webpackChunkName: "transfer" */ '../simple/simple-home')).SimpleHome;

/** The account at a glance, or four actions in Mode simple, where a link to an action still finds its dialog. */
export function OverviewPage() {
  const isSimple = useSimple();
  const [parameters] = useSearchParams();
  if (isSimple && !parameters.has('action')) {
    return <LazyPart name="simple-home" load={loadSimple} rows={4} props={{}} />;
  }
  return <Overview />;
}

/** From one response; a failure is displayed once, in place of the balance. */
function Overview() {
  const { t } = useTexts();
  const { user } = useSession();
  const query = useOverview();
  const { steps, account_number: account = '' } = query.data ?? {};
  useTransactionsAhead(query.isSuccess && mayKeepCopy());
  return (
    <Page inOrder>
      <PageHeading
        title={t('overview.title')}
        lead={user && t('overview.greeting', { name: user.first_name })}
      />
      <Stack gap={24} className={styles.top}>
        <AvailableBalance query={query} />
        <Card title={t('overview.quick_actions')}>
          <Cluster className={styles.actions}>
            <Slot name="overview.quick-actions" height="control" />
          </Cluster>
          <RecentPayees />
        </Card>
      </Stack>
      {steps && <LazyPart name="first-steps" load={loadSteps} rows={3} props={{ steps, account }} />}
      <Figures query={query} />
      <RecentActivity query={query} />
    </Page>
  );
}
