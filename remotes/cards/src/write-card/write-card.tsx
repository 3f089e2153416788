import type { Card } from '@bank/contracts/cards';
import { LazyPart } from '@bank/client/lazy-part';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { shortNumber } from '../cards/short-number';
import { useTexts } from '../texts';

/** The form brings the validation library with it, which the list does without. */
const loadForm = async () => (await import('./write-card-form')).WriteCardForm;

export function WriteCard({ card }: { card: Card }) {
  const { t } = useTexts();
  const { isOpen, open, close } = useUrlDialog(`write-card-${card.id}`);
  const number = shortNumber(card);
  // A virtual card has no stripe (the bank and the world, section 5).
  if (card.virtual) return null;
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
        <LazyPart name="write-card-form" load={loadForm} rows={4} props={{ cardId: card.id }} />
      </Dialog>
    </>
  );
}
