import { LazyPart } from '@bank/client/lazy-part';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useTexts } from '../texts';

/** The form brings the validation library with it, which the overview does without. Mode simple sends by the same file. */
const loadSteps = async () =>
  (await import(/* webpackChunkName: "transfer" */ './transfer-steps')).TransferSteps;

export function Transfer() {
  const { t } = useTexts();
  const { isOpen, open, close } = useUrlDialog('transfer');
  return (
    <>
      <Button icon="send" onClick={open}>
        {t('transfer.action')}
      </Button>
      <Dialog open={isOpen} onClose={close} title={t('transfer.action')}>
        <LazyPart name="transfer-steps" load={loadSteps} rows={4} props={{}} />
      </Dialog>
    </>
  );
}
