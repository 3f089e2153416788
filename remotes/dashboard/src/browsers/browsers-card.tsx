import { useRef } from 'react';
import type { RememberedBrowser } from '@bank/contracts/auth';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { FetchedSettings } from '../settings/fetched-settings';
import styles from '../settings/open-sessions.module.css';
import settings from '../settings/settings.module.css';
import { useSettingsMessages } from '../settings/settings-messages';
import { useBrowsers, useForgetBrowser } from './browsers.api';
import { useBrowserTexts } from './texts';

/** The browsers in which the person is not asked for the second factor at sign-in. */
export function BrowsersCard() {
  const { t } = useBrowserTexts();
  const { forget, forgetting, list } = useForgetting();
  return (
    <Card title={t('title')}>
      <p className={settings.lead}>{t('lead')}</p>
      <FetchedSettings query={useBrowsers()} rows={1} failed={t('failed')}>
        {({ browsers }) => (
          <div ref={list} tabIndex={-1}>
            {browsers.length === 0 ? (
              <EmptyState icon="monitor" title={t('empty')} />
            ) : (
              <ul className={styles.sessions}>
                {browsers.map((browser) => (
                  <BrowserRow
                    key={browser.id}
                    browser={browser}
                    isForgetting={forgetting === browser.id}
                    onForget={forget}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </FetchedSettings>
    </Card>
  );
}

/** Forgets a browser and confirms it; the list takes the focus of the removed button. */
function useForgetting() {
  const { t } = useBrowserTexts();
  const { showMessage, reportFailure } = useSettingsMessages();
  const { mutate, isPending, variables } = useForgetBrowser();
  const list = useRef<HTMLDivElement>(null);
  const forget = ({ id, name }: RememberedBrowser) =>
    mutate(id, {
      onSuccess: () => {
        showMessage('success', t('forgotten', { name }));
        list.current?.focus();
      },
      onError: reportFailure,
    });
  return { forget, forgetting: isPending ? variables : undefined, list };
}

interface BrowserRowProps {
  browser: RememberedBrowser;
  isForgetting: boolean;
  onForget: (browser: RememberedBrowser) => void;
}

function BrowserRow({ browser, isForgetting, onForget }: BrowserRowProps) {
  const { t } = useBrowserTexts();
  const { date, relativeTime } = useFormat();
  const { name, last_used_at: used, expires_at: until } = browser;
  return (
    <li className={styles.session}>
      <div className={styles.text}>
        <p className={styles.device}>{name}</p>
        <p className={styles.times}>
          <span>{t('used', { when: relativeTime(used) })}</span>
          <span>{t('until', { date: date(until) })}</span>
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={t('forget_of', { name })}
        loading={isForgetting}
        onClick={() => onForget(browser)}
      >
        {t('forget')}
      </Button>
    </li>
  );
}
