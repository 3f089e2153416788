import { useUrlDialog } from '@bank/client/use-url-dialog';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useLazyPart } from '@bank/client/use-lazy-part';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';

/** The quick action that sends money to a customer of the bank or to an IBAN. */
export function Transfer() {
  const { t } = useTexts();
  const { isOpen, open, close } = useUrlDialog('transfer');
  const intent = useIdempotencyKey('transfer');
  return (
    <>
      <Button variant="secondary" icon="send" onClick={open}>
        {t('transfer.action')}
      </Button>
      <Dialog open={isOpen} onClose={close} title={t('transfer.action')}>
        <Content intent={intent} />
      </Dialog>
    </>
  );
}

/** The form brings the validation library with it, which the overview does without. */
function Content({ intent }: { intent: ReturnType<typeof useIdempotencyKey> }) {
  const load = async () => (await import('./transfer-steps')).TransferSteps;
  const { data: Steps, isError, refetch, isFetching } = useLazyPart('transfer-steps', load);
  if (Steps) return <Steps intent={intent} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <Loading>
      <Skeleton height="row" lines={4} />
    </Loading>
  );
}
