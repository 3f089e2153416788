import { useSearchParams } from '@bank/client/router';
import { Slot } from '@bank/client/slot';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Segmented } from '@bank/ui/segmented';
import { useTexts } from '../texts';
import { BackToApproval } from './back-to-approval';
import styles from './settings-page.module.css';

const tabs = ['profile', 'security'] as const;
type Tab = (typeof tabs)[number];

/**
 * The administrators' own settings. The forms are the customers', which their remote provides for the slots; the
 * address selects the tab.
 */
export function SettingsPage() {
  const { t } = useTexts();
  const [parameters, setParameters] = useSearchParams();
  const tab: Tab = parameters.get('tab') === 'security' ? 'security' : 'profile';
  const show = (chosen: Tab) =>
    setParameters((previous) => {
      const next = new URLSearchParams(previous);
      next.set('tab', chosen);
      return next;
    });
  return (
    <Page layout="desk">
      <PageHeading title={t('settings.title')} />
      <div className={styles.content}>
        <Segmented
          label={t('settings.tabs')}
          options={tabs.map((value) => ({ value, label: t(`settings.tab_${value}`) }))}
          value={tab}
          onChange={show}
        />
        <BackToApproval />
        <div className={styles.cards}>
          <Slot key={tab} name={`settings.${tab}`} />
        </div>
      </div>
    </Page>
  );
}
