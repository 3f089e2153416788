import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { useAction } from '../use-action';
import { useIntentKey } from '../use-intent-key';
import { usePart } from '../use-part';

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
        <Content intent={intent} onDone={close} />
      </Dialog>
    </>
  );
}

interface ContentProps {
  intent: ReturnType<typeof useIntentKey>;
  onDone: () => void;
}

/** The form brings the validation library with it, which the overview does without. */
function Content(props: ContentProps) {
  const load = async () => (await import('./add-funds-form')).AddFundsForm;
  const { data: Form, isError, refetch, isFetching } = usePart('add-funds-form', load);
  if (Form) return <Form {...props} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <Loading>
      <Skeleton height="row" lines={2} />
    </Loading>
  );
}
