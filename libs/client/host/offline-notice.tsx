import { useState } from 'react';
import { Alert } from '@bank/ui/alert';
import styles from './offline-notice.module.css';
import { useOnline } from '../hooks/use-online';
import { useOfflineNoticeTexts } from './offline-notice-texts';

/** For a form whose call must not be lost: announces when the connection is lost and when it is back. */
export function OfflineNotice() {
  const { t } = useOfflineNoticeTexts();
  const isOnline = useOnline();
  const [wasOffline, setWasOffline] = useState(false);
  if (!isOnline && !wasOffline) setWasOffline(true);
  return (
    <div className={styles.notice} aria-live="polite">
      {!isOnline && (
        <Alert tone="warning" title={t('title')}>
          {t('message')}
        </Alert>
      )}
      {isOnline && wasOffline && <Alert tone="success">{t('back')}</Alert>}
    </div>
  );
}
