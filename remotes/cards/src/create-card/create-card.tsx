import { lazy, Suspense, useState } from 'react';
import type { Card } from '@bank/contracts/cards';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { useAction } from '../use-action';
import { useIntentKey } from '../use-intent-key';
import { CreatedCard } from './created-card';

const action = 'create-card';

/** The form brings the validation library with it, which the pages around it do without. */
const CreateCardForm = lazy(async () => ({ default: (await import('./create-card-form')).CreateCardForm }));

/** The quick action that orders a card, and its dialog. */
export function CreateCard() {
  const { isOpen, close } = useAction(action);
  const intent = useIntentKey();
  return (
    <>
      <CreateCardButton />
      {isOpen && <CreateCardDialog intent={intent} onClose={close} />}
    </>
  );
}

/** Opens the dialog that `CreateCard` holds on the same page. */
export function CreateCardButton() {
  const { t } = useTexts();
  const { open } = useAction(action);
  return (
    <Button icon="credit-card" onClick={open}>
      {t('create.action')}
    </Button>
  );
}

interface CreateCardDialogProps {
  intent: ReturnType<typeof useIntentKey>;
  onClose: () => void;
}

/** First the choice, then the card that came of it. */
function CreateCardDialog({ intent, onClose }: CreateCardDialogProps) {
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
        <Suspense
          fallback={
            <Loading>
              <Skeleton height="row" lines={3} />
            </Loading>
          }
        >
          <CreateCardForm intent={intent} onCreated={setCreated} />
        </Suspense>
      )}
    </Dialog>
  );
}
