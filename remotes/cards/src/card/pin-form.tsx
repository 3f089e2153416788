import { type Card, cardPinRequest, type CardPinRequest } from '@bank/contracts/cards';
import { rule } from '@bank/contracts/validation';
import { withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIsShown } from '@bank/client/use-is-shown';
import { FormActions } from '@bank/ui/form-actions';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { shortNumber } from '../cards/short-number';
import { choosePin, useChangeOf } from './card.api';
import { useCardTexts } from './texts';

const typedTwice = cardPinRequest
  .extend({ again: cardPinRequest.shape.pin })
  .refine(({ pin, again }) => pin === again, { path: ['again'], error: rule('PINS_DIFFER') });

/** A PIN, typed twice without being shown: no draft, and no password manager that offers to keep it. */
export function PinForm({ card, onDone }: { card: Card; onDone: () => void }) {
  const { t } = useCardTexts();
  const { show } = useToast();
  const change = useChangeOf(card);
  const isShown = useIsShown();
  const form = useBankForm({ schema: typedTwice, defaultValues: { pin: '', again: '' } });
  const { field, errors } = useFormFields(form, { pin: t('pin.new'), again: t('pin.again') });
  const send = async ({ pin }: CardPinRequest) => {
    try {
      await change(
        () => choosePin(card.id, pin),
        // Whether another PIN took the place of one is not known.
        (now) => now.has_pin && !card.has_pin,
      );
    } catch (error) {
      throw withUserMessage(error, { failed: t('pin.failed'), offline: t('controls.offline') });
    }
    show({ type: 'success', message: t('pin.done', { number: shortNumber(card) }) });
    if (isShown()) onDone();
  };
  const bind = (name: 'pin' | 'again') => ({
    ...field(name),
    type: 'password',
    inputMode: 'numeric' as const,
    maxLength: 4,
    // Of all values the one after which browsers offer to keep nothing.
    autoComplete: 'one-time-code',
  });
  return (
    <FormFrame form={form} errors={errors} autoComplete="off" onSubmit={form.submit(send)}>
      <TextField {...bind('pin')} />
      <TextField {...bind('again')} />
      <FormActions submit={t('pin.submit')} isSending={form.formState.isSubmitting} onCancel={onDone} />
    </FormFrame>
  );
}
