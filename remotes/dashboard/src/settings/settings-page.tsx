import { Link } from '@bank/client/router';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { PageHeading } from '@bank/ui/page-heading';
import page from '../page.module.css';
import { useTexts } from '../texts';
import { OpenSessionsCard } from './open-sessions';
import styles from './settings-page.module.css';

/** What a customer decides about their own access. */
export function SettingsPage() {
  const { t } = useTexts();
  return (
    <div className={page.page}>
      <PageHeading title={t('settings.title')} />
      <OpenSessionsCard />
      <Card title={t('settings.later')}>
        <p className={styles.later}>{t('settings.later_message')}</p>
        <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
          {t('coming.contact')}
        </Link>
      </Card>
    </div>
  );
}
