import { Link } from '@bank/client/router';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { PageHeading } from '@bank/ui/page-heading';
import page from '../page.module.css';
import { useTexts } from '../texts';
import styles from './coming-page.module.css';

/** A screen that is not open yet: what it will do, and where to turn until then. */
export function ComingPage({ screen }: { screen: 'scheduled' | 'notifications' }) {
  const { t } = useTexts();
  return (
    <div className={page.page}>
      <PageHeading title={t(`${screen}.title`)} />
      <Card>
        <p className={styles.words}>{t(`${screen}.coming`)}</p>
        <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
          {t('coming.contact')}
        </Link>
      </Card>
    </div>
  );
}
