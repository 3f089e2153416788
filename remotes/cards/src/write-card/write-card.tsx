import type { Card } from '@bank/contracts/cards';
import { useLazyPart } from '@bank/client/use-lazy-part';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { shortNumber } from '../cards/short-number';
import { useTexts } from '../texts';

/** The button that opens the writing of a card's stripe, and its dialog. */
export function WriteCard({ card }: { card: Card }) {
  const { t } = useTexts();
  const { isOpen, open, close } = useUrlDialog(`write-card-${card.id}`);
  const number = shortNumber(card);
  return (
    <>
      <Button variant="secondary" icon="pencil" aria-label={t('write.action_of', { number })} onClick={open}>
        {t('write.action')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('write.title', { number })}
        description={t('write.lead')}
      >
        <Content cardId={card.id} />
      </Dialog>
    </>
  );
}

/** The form brings the validation library with it, which the list does without. */
function Content({ cardId }: { cardId: number }) {
  const load = async () => (await import('./write-card-form')).WriteCardForm;
  const { data: Form, isError, refetch, isFetching } = useLazyPart('write-card-form', load);
  if (Form) return <Form cardId={cardId} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <Loading>
      <Skeleton height="row" lines={4} />
    </Loading>
  );
}
