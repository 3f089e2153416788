import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from '@bank/client/router';
import { useSettingsTexts } from './texts';
import styles from './settings-tabs.module.css';

/** The sub-tabs of the settings (specification 2, section 2), and what a person may ask about their data. */
export const settingsTabs = ['profile', 'security', 'notifications', 'kyc', 'data'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** The sub-tab of the address, by default the first. */
export function useSettingsTab(): SettingsTab {
  const [parameters] = useSearchParams();
  return settingsTabs.find((tab) => tab === parameters.get('tab')) ?? 'profile';
}

/** The sub-tabs as links, since each has its own address; on a narrow screen they scroll, the current one in sight. */
export function SettingsTabs({ current }: { current: SettingsTab }) {
  const { t } = useSettingsTexts();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && link) list.current.scrollLeft = link.offsetLeft - list.current.offsetLeft;
  }, [current]);
  return (
    <nav aria-label={t('settings.tabs')}>
      <ul ref={list} className={styles.tabs}>
        {settingsTabs.map((tab) => (
          <li key={tab}>
            <Link
              to={`?tab=${tab}`}
              className={styles.tab}
              aria-current={tab === current ? 'page' : undefined}
            >
              {t(`settings.tab_${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
