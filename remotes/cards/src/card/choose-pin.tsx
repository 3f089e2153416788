import type { Card } from '@bank/contracts/cards';
import { LazyPart } from '@bank/client/lazy-part';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { shortNumber } from '../cards/short-number';
import { Section } from './section';
import { useCardTexts } from './texts';

/** The form brings the validation library with it. */
const loadForm = async () => (await import('./pin-form')).PinForm;

/** Sets the PIN of a card, which is never shown. */
export function ChoosePin({ card }: { card: Card }) {
  const { t } = useCardTexts();
  const { isOpen, open, close } = useUrlDialog('pin');
  return (
    <Section title={t('pin.title')} lead={t(card.has_pin ? 'pin.lead_set' : 'pin.lead_none')}>
      {card.pin_blocked && <Alert tone="warning">{t('pin.blocked')}</Alert>}
      <Button variant="secondary" icon="key-round" onClick={open}>
        {t(card.has_pin ? 'pin.change' : 'pin.choose')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        size="small"
        title={t('pin.dialog', { number: shortNumber(card) })}
        description={t('pin.rules')}
      >
        <LazyPart name="pin-form" load={loadForm} rows={3} props={{ card, onDone: close }} />
      </Dialog>
    </Section>
  );
}
