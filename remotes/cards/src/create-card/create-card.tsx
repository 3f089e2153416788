import { useState } from 'react';
import type { Card } from '@bank/contracts/cards';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useLazyPart } from '@bank/client/use-lazy-part';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { CreatedCard } from './created-card';

const action = 'create-card';

/** The quick action that orders a card, and its dialog. */
export const CreateCard = () => (
  <>
    <CreateCardButton />
    <CreateCardDialog />
  </>
);

/** What the buttons of its page open. */
export function CreateCardDialog() {
  const { isOpen, close } = useUrlDialog(action);
  const intent = useIdempotencyKey('create-card');
  return isOpen && <OpenDialog intent={intent} onClose={close} />;
}

/** Opens the `CreateCardDialog` of the page. */
export function CreateCardButton() {
  const { t } = useTexts();
  const { open } = useUrlDialog(action);
  return (
    <Button icon="credit-card" onClick={open}>
      {t('create.action')}
    </Button>
  );
}

interface OpenDialogProps {
  intent: ReturnType<typeof useIdempotencyKey>;
  onClose: () => void;
}

/** First the choice, then the card that came of it. */
function OpenDialog({ intent, onClose }: OpenDialogProps) {
  const { t } = useTexts();
  const [created, setCreated] = useState<Card>();
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t(created ? 'create.done_title' : 'create.action')}
      description={t(created ? 'create.done_message' : 'create.lead')}
    >
      {created ? (
        <CreatedCard card={created} onLeave={onClose} />
      ) : (
        <Choice intent={intent} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  intent: ReturnType<typeof useIdempotencyKey>;
  onCreated: (card: Card) => void;
}

/** The form brings the validation library with it, which the pages around it do without. */
function Choice(props: ChoiceProps) {
  const load = async () => (await import('./create-card-form')).CreateCardForm;
  const { data: Form, isError, refetch, isFetching } = useLazyPart('create-card-form', load);
  if (Form) return <Form {...props} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <Loading>
      <Skeleton height="row" lines={3} />
    </Loading>
  );
}
