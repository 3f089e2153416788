import { useUrlDialog } from '@bank/client/use-url-dialog';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useLazyPart } from '@bank/client/use-lazy-part';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';

/** The quick action that feeds the account. */
export function AddFunds() {
  const { t } = useTexts();
  const { isOpen, open, close } = useUrlDialog('add-funds');
  const intent = useIdempotencyKey('add-funds');
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
        <Content intent={intent} onDone={close} />
      </Dialog>
    </>
  );
}

interface ContentProps {
  intent: ReturnType<typeof useIdempotencyKey>;
  onDone: () => void;
}

/** The form brings the validation library with it, which the overview does without. */
function Content(props: ContentProps) {
  const load = async () => (await import('./add-funds-form')).AddFundsForm;
  const { data: Form, isError, refetch, isFetching } = useLazyPart('add-funds-form', load);
  if (Form) return <Form {...props} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <Loading>
      <Skeleton height="row" lines={2} />
    </Loading>
  );
}
