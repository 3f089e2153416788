import { type ComponentType, useState } from 'react';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useSettingsTexts } from './texts';
import { NotificationSettings } from './notification-settings';
import { ProfileSettings } from './profile-form';
import { SecuritySettings } from './security-settings';
import styles from './settings-page.module.css';
import { type SettingsTab, SettingsTabs, settingsTabs, useSettingsTab } from './settings-tabs';
import { Card } from '@bank/ui/card';
import { DataSettings } from '../privacy/data-settings';
import { KycSummary } from '../kyc/kyc-summary';
import { SimpleCard } from '../simple/simple-card';

const contents: Record<SettingsTab, ComponentType> = {
  profile: ProfileAndDisplay,
  security: SecuritySettings,
  notifications: NotificationSettings,
  kyc: KycSettings,
  data: DataSettings,
};

/** The customer's settings. An opened sub-tab stays mounted, with its input. */
export function SettingsPage() {
  const { t } = useSettingsTexts();
  const current = useSettingsTab();
  const opened = useOpened(current);
  return (
    <Page>
      <PageHeading title={t('settings.title')} />
      <SettingsTabs current={current} />
      {settingsTabs
        .filter((tab) => opened.includes(tab))
        .map((tab) => {
          const Content = contents[tab];
          return (
            <div key={tab} className={styles.content} hidden={tab !== current}>
              <Content />
            </div>
          );
        })}
    </Page>
  );
}

/** The sub-tabs opened so far, including the current one. */
function useOpened(current: SettingsTab): SettingsTab[] {
  const [opened, setOpened] = useState([current]);
  if (!opened.includes(current)) setOpened([...opened, current]);
  return opened;
}

function ProfileAndDisplay() {
  return (
    <>
      <ProfileSettings />
      <SimpleCard />
    </>
  );
}

function KycSettings() {
  const { t } = useSettingsTexts();
  return (
    <Card title={t('settings.kyc')}>
      <KycSummary />
    </Card>
  );
}
