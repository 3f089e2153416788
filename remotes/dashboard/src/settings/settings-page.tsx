import { type ComponentType, useState } from 'react';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { KycSettings } from './kyc-settings';
import { PreferencesSettings } from './preferences-form';
import { ProfileSettings } from './profile-form';
import { SecuritySettings } from './security-settings';
import styles from './settings-page.module.css';
import { type SettingsTab, SettingsTabs, settingsTabs, useSettingsTab } from './settings-tabs';

const contents: Record<SettingsTab, ComponentType> = {
  profile: ProfileSettings,
  security: SecuritySettings,
  notifications: PreferencesSettings,
  kyc: KycSettings,
};

/** What a customer decides about their own access. A sub-tab that was opened stays, with what was typed in it. */
export function SettingsPage() {
  const { t } = useTexts();
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

/** The sub-tabs that were opened so far, the current one included. */
function useOpened(current: SettingsTab): SettingsTab[] {
  const [opened, setOpened] = useState([current]);
  if (!opened.includes(current)) setOpened([...opened, current]);
  return opened;
}
