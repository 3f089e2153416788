import { useSyncExternalStore } from 'react';
import { chooseCopy, isCopyAllowed, looksShared, onCopyChoice } from '@bank/client/device-choice';
import { Card } from '@bank/ui/card';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { useSettingsTexts } from './texts';
import settings from './settings.module.css';

/** Whether this browser keeps an encrypted copy for times without a network; applies at once. */
export function OfflineCard() {
  const { t } = useSettingsTexts();
  const isAllowed = useSyncExternalStore(onCopyChoice, isCopyAllowed);
  const isShared = useSyncExternalStore(onCopyChoice, looksShared);
  return (
    <Card title={t('settings.offline')}>
      <p className={settings.lead}>{t('settings.offline_lead')}</p>
      <CheckboxField
        label={t('settings.offline_allow')}
        hint={t(isShared ? 'settings.offline_shared' : 'settings.offline_hint')}
        checked={isAllowed}
        onChange={({ target }) => chooseCopy(target.checked)}
      />
    </Card>
  );
}
