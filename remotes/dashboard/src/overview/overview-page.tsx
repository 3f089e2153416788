import { Slot } from '@bank/client/slot';
import { useSession } from '@bank/client/session';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { AvailableBalance } from './available-balance';
import { Figures } from './figures';
import styles from './overview-page.module.css';
import { RecentActivity } from './recent-activity';

/** The account at a glance. Each block asks for its own data, so that one that fails leaves the others. */
export function OverviewPage() {
  const { t } = useTexts();
  const { user } = useSession();
  return (
    <Page>
      <PageHeading
        title={t('overview.title')}
        lead={user && t('overview.greeting', { name: user.first_name })}
      />
      <div className={styles.top}>
        <AvailableBalance />
        <Card title={t('overview.quick_actions')}>
          <div className={styles.actions}>
            <Slot name="overview.quick-actions" />
          </div>
        </Card>
      </div>
      <Figures />
      <RecentActivity />
    </Page>
  );
}
