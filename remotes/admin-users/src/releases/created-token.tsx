import type { NewDeployToken } from '@bank/contracts/releases';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { CopyButton } from '@bank/ui/copy-button';
import { Dialog } from '@bank/ui/dialog';
import { Stack } from '@bank/ui/layout';
import styles from './releases.module.css';
import { useReleaseTexts } from './texts';

/** A new token, which cannot be displayed again. */
export function CreatedToken({
  created: { team, token },
  onClose,
}: {
  created: NewDeployToken;
  onClose: () => void;
}) {
  const { t } = useReleaseTexts();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tokens.made_title', { team })}
      actions={<Button onClick={onClose}>{t('tokens.close')}</Button>}
    >
      <Stack>
        <Alert tone="warning">{t('tokens.made_message')}</Alert>
        <code className={styles.token} translate="no">
          {token}
        </code>
        <div>
          <CopyButton text={token} label={t('tokens.copy')} done={t('tokens.copied')} />
        </div>
      </Stack>
    </Dialog>
  );
}
