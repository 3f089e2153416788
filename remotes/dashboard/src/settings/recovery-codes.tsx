import { useEffect } from 'react';
import { saveFile } from '@bank/client/download';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';
import styles from './recovery-codes.module.css';
import { useCopy } from './use-copy';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** The recovery codes, shown this once, with three ways to keep them. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTexts();
  const copy = useCopy();
  useLeavingIsAsked();
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
      <div className={styles.actions}>
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
      </div>
      <Alert tone="warning">{t('settings.recovery_once')}</Alert>
      <Button onClick={onKept}>{t('settings.recovery_kept')}</Button>
    </>
  );
}

/** Closing the page would lose the codes: the browser asks first. */
function useLeavingIsAsked() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
