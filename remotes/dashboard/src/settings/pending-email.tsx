import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useSettingsTexts } from './texts';
import styles from './pending-email.module.css';
import { useSettingsMessages } from './settings-messages';
import { useCancelEmail, useResendEmailLink } from './settings.api';

interface PendingEmailProps {
  address: string;
  /** Takes the focus, which leaves the page with the button. */
  onCancelled: () => void;
}

/** A new e-mail address that is pending until the link sent to it is opened. */
export function PendingEmail({ address, onCancelled }: PendingEmailProps) {
  const { t } = useSettingsTexts();
  const { showMessage, reportFailure } = useSettingsMessages();
  const resend = useResendEmailLink();
  const cancel = useCancelEmail();
  return (
    <div className={styles.notice}>
      <Alert title={t('settings.email_pending_title')}>
        <p>{t('settings.email_pending', { address })}</p>
        <div className={styles.actions}>
          <Button
            variant="secondary"
            size="small"
            loading={resend.isPending}
            onClick={() =>
              resend.mutate(address, {
                onSuccess: () => showMessage('success', t('settings.email_resent', { address })),
                onError: reportFailure,
              })
            }
          >
            {t('settings.email_resend')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate(undefined, {
                onSuccess: () => {
                  showMessage('success', t('settings.email_cancelled'));
                  onCancelled();
                },
                onError: reportFailure,
              })
            }
          >
            {t('settings.email_cancel')}
          </Button>
        </div>
      </Alert>
    </div>
  );
}
