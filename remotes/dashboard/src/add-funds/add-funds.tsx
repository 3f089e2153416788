import { LazyPart } from '@bank/client/lazy-part';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useTexts } from '../texts';

/** The form brings the validation library with it, which the overview does without. */
const loadForm = async () => (await import('./add-funds-form')).AddFundsForm;

export function AddFunds() {
  const { t } = useTexts();
  const { isOpen, open, close } = useUrlDialog('add-funds');
  return (
    <>
      <Button variant="secondary" icon="plus" onClick={open}>
        {t('add_funds.action')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        size="small"
        title={t('add_funds.action')}
        description={t('add_funds.lead')}
      >
        <LazyPart name="add-funds-form" load={loadForm} rows={2} props={{ onDone: close }} />
      </Dialog>
    </>
  );
}
