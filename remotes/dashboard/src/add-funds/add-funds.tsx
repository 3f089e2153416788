import { lazy, Suspense } from 'react';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { useAction } from '../use-action';
import { useIntentKey } from '../use-intent-key';

/** The form brings the validation library with it, which the overview does without. */
const AddFundsForm = lazy(async () => ({ default: (await import('./add-funds-form')).AddFundsForm }));

/** The quick action that feeds the account. */
export function AddFunds() {
  const { t } = useTexts();
  const { isOpen, open, close } = useAction('add-funds');
  const intent = useIntentKey();
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
        <Suspense
          fallback={
            <Loading>
              <Skeleton height="row" lines={2} />
            </Loading>
          }
        >
          <AddFundsForm intent={intent} onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
