import { useEffect } from 'react';
import { saveFile } from '@bank/client/download';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { useSettingsTexts } from './texts';
import styles from './recovery-codes.module.css';
import { useCopy } from './use-copy';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDismiss: () => void;
}

/** The recovery codes, displayed once, to be copied, saved or printed. */
export function RecoveryCodes({ codes, onDismiss }: RecoveryCodesProps) {
  const { t } = useSettingsTexts();
  const copy = useCopy();
  useLeaveWarning();
  return (
    <>
      <div className={styles.sheet}>
        <h3>{t('settings.recovery_title')}</h3>
        <p>{t('settings.recovery_lead')}</p>
        <ul className={styles.codes} aria-label={t('settings.recovery_title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Cluster>
        <Button
          variant="secondary"
          icon="copy"
          onClick={() => void copy(codes.join('\n'), t('settings.recovery_copied'))}
        >
          {t('settings.recovery_copy')}
        </Button>
        <Button
          variant="secondary"
          icon="download"
          onClick={() =>
            saveFile(
              new Blob(
                [
                  [t('settings.recovery_file_title'), t('settings.recovery_lead'), '', ...codes, ''].join(
                    '\n',
                  ),
                ],
                { type: 'text/plain' },
              ),
              t('settings.recovery_file'),
            )
          }
        >
          {t('settings.recovery_download')}
        </Button>
        <Button variant="secondary" icon="printer" onClick={() => window.print()}>
          {t('settings.recovery_print')}
        </Button>
      </Cluster>
      <Alert tone="warning">{t('settings.recovery_once')}</Alert>
      <Button onClick={onDismiss}>{t('settings.recovery_kept')}</Button>
    </>
  );
}

/** Has the browser ask before the page is closed, which would lose the codes. */
function useLeaveWarning() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
