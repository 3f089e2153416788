import { useState, useEffect, useRef } from 'react';
import type { Card } from '@bank/contracts/cards';
import { LazyPart } from '@bank/client/lazy-part';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { useFormat } from '@bank/i18n/use-format';
import { Button, buttonClass, type ButtonProps } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useTexts } from '../texts';
import { Link } from '@bank/client/router';
import { Stack } from '@bank/ui/layout';
import { CardPicture } from '../cards/card-picture';

const action = 'create-card';

/** The form brings the validation library with it, which the pages around it do without. */
const loadForm = async () => (await import('./create-card-form')).CreateCardForm;

/** The quick action that orders a card, and its dialog. */
export const CreateCard = () => (
  <>
    <CreateCardButton variant="secondary" />
    <CreateCardDialog />
  </>
);

/** The dialog that the buttons of the page open. */
export function CreateCardDialog() {
  const { isOpen, close } = useUrlDialog(action);
  return isOpen && <OpenDialog onClose={close} />;
}

export function CreateCardButton({ variant }: Pick<ButtonProps, 'variant'>) {
  const { t } = useTexts();
  const { open } = useUrlDialog(action);
  return (
    <Button variant={variant} icon="credit-card" onClick={open}>
      {t('create.action')}
    </Button>
  );
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const { date } = useFormat();
  const [created, setCreated] = useState<Card>();
  // A plastic card is not active before it has arrived.
  const ready = created?.arrives_by
    ? t('create.done_ordered', { day: date(created.arrives_by) })
    : t('create.done_message');
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t(created ? 'create.done_title' : 'create.action')}
      description={created ? ready : t('create.lead')}
    >
      {created ? (
        <CreatedCard card={created} onLeave={onClose} />
      ) : (
        <LazyPart name="create-card-form" load={loadForm} rows={3} props={{ onCreated: setCreated }} />
      )}
    </Dialog>
  );
}

function CreatedCard({ card, onLeave }: { card: Card; onLeave: () => void }) {
  const { t } = useTexts();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <Stack>
      <CardPicture card={card} />
      <Link ref={link} to="/dashboard/cards" className={buttonClass({ wide: true })} onClick={onLeave}>
        {t('create.see_cards')}
      </Link>
    </Stack>
  );
}
