import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useTexts } from '../texts';

interface BlockDialogProps {
  number: string;
  isBlocking: boolean;
  onBlock: () => void;
  onClose: () => void;
}

export function BlockDialog({ number, isBlocking, onBlock, onClose }: BlockDialogProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      size="small"
      title={t('status.block_title', { number })}
      description={t('status.block_message')}
      actions={
        <>
          <Button variant="danger" icon="lock" loading={isBlocking} onClick={onBlock}>
            {t('status.block_card')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {shared.t('action.cancel')}
          </Button>
        </>
      }
    />
  );
}
