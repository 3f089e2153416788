import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { CopyButton } from '@bank/ui/copy-button';
import { Dialog } from '@bank/ui/dialog';
import { Stack } from '@bank/ui/layout';
import styles from './shown-secret.module.css';
import { useServerTexts } from './texts';

/** A new secret, which cannot be displayed again. */
export function ShownSecret({
  title,
  secret,
  onClose,
}: {
  title: string;
  secret: string;
  onClose: () => void;
}) {
  const { t } = useServerTexts();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={<Button onClick={onClose}>{t('secret.close')}</Button>}
    >
      <Stack>
        <Alert tone="warning">{t('secret.once')}</Alert>
        <code className={styles.secret} translate="no">
          {secret}
        </code>
        <div>
          <CopyButton text={secret} label={t('secret.copy')} done={t('secret.copied')} />
        </div>
      </Stack>
    </Dialog>
  );
}
