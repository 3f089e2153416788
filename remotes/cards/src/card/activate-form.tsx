import { type ActivateCardRequest, activateCardRequest, type Card } from '@bank/contracts/cards';
import { withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { CodeField } from '@bank/ui/code-field';
import { FormActions } from '@bank/ui/form-actions';
import { useToast } from '@bank/ui/toast';
import { shortNumber } from '../cards/short-number';
import { activateCard, useChangeOf } from './card.api';
import { useCardTexts } from './texts';

/** Activates a card that arrived by its last four digits, which prove that it is at hand. */
export function ActivateForm({ card }: { card: Card }) {
  const { t } = useCardTexts();
  const { show } = useToast();
  const change = useChangeOf(card);
  const form = useBankForm({ schema: activateCardRequest, defaultValues: { last_four: '' } });
  const { field, errors } = useFormFields(form, { last_four: t('activate.digits') });
  const send = async ({ last_four: digits }: ActivateCardRequest) => {
    try {
      await change(
        () => activateCard(card.id, digits),
        (now) => now.state === 'active',
      );
    } catch (error) {
      throw withUserMessage(error, { failed: t('activate.failed'), offline: t('controls.offline') });
    }
    show({ type: 'success', message: t('activate.done', { number: shortNumber(card) }) });
  };
  return (
    <FormFrame form={form} errors={errors} onSubmit={form.submit(send)}>
      <CodeField {...field('last_four')} length={4} autoComplete="off" hint={t('activate.hint')} />
      <FormActions submit={t('activate.submit')} isSending={form.formState.isSubmitting} />
    </FormFrame>
  );
}
