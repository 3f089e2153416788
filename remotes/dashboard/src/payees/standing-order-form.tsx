import {
  standingFrequencies,
  type StandingOrder,
  standingOrderFields,
  type StandingOrderRequest,
} from '@bank/contracts/standing-orders';
import { typedAmount } from '@bank/contracts/typed-amount';
import { rule } from '@bank/contracts/validation';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { AmountField } from '@bank/ui/amount-field';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { useStoredSince } from '../use-stored-since';
import { changeStandingOrder, useStandingOrdersRefresh } from './payees.api';
import { usePayeeTexts } from './texts';

const typedChange = standingOrderFields
  .pick({ description: true, frequency: true, first_run: true, until: true })
  .extend({ amount: typedAmount(standingOrderFields.shape.amount) })
  .refine(({ first_run: first, until }) => until === undefined || until >= first, {
    path: ['until'],
    message: rule('UNTIL_EARLY'),
  });

const names = ['amount', 'description', 'frequency', 'first_run', 'until'] as const;

const draftOf = ({ id }: StandingOrder) => `standing-order-${id}`;

/** Changes amount, rhythm and end of a standing order; its payee stays. The draft is kept until it is sent. */
export function StandingOrderForm({ order, onDone }: { order: StandingOrder; onDone: () => void }) {
  const { t } = usePayeeTexts();
  const { decimal } = useTypedAmount();
  const saved = {
    amount: decimal(order.amount),
    description: order.description ?? '',
    frequency: order.frequency,
    first_run: order.first_run,
    until: order.until ?? '',
  };
  const form = useBankForm({ schema: typedChange, defaultValues: saved, draft: draftOf(order) });
  useStoredSince(form, names, saved);
  const { field, errors } = useFormFields(form, {
    amount: t('amount'),
    description: t('description'),
    frequency: t('frequency'),
    first_run: t('first_run'),
    until: t('until'),
  });
  const send = useSending(order, onDone);
  return (
    <FormFrame form={form} errors={errors} onSubmit={form.submit(send)}>
      <AmountField required {...field('amount')} />
      <TextField optional autoComplete="off" {...field('description')} />
      <SelectField
        required
        options={standingFrequencies.map((value) => ({ value, label: t(`frequency_${value}`) }))}
        {...field('frequency')}
      />
      <TextField type="date" required hint={t('first_run_hint')} {...field('first_run')} />
      <TextField type="date" optional hint={t('until_hint')} {...field('until')} />
      <Button type="submit" loading={form.formState.isSubmitting}>
        {t('change_submit')}
      </Button>
    </FormFrame>
  );
}

/** An amount as a person types it in their language. */
function useTypedAmount() {
  const { language } = usePayeeTexts();
  const separator = language === 'fr' ? ',' : '.';
  return { decimal: (amount: number) => amount.toFixed(2).replace('.', separator) };
}

/** Sends the change under its intent's key, confirms it, and refreshes the list. */
function useSending(order: StandingOrder, onDone: () => void) {
  const { id, payee, beneficiary_id, recipient_id } = order;
  const { t } = usePayeeTexts();
  const { show } = useToast();
  const intent = useIdempotencyKey(draftOf(order));
  const isShown = useIsShown();
  const refresh = useStandingOrdersRefresh();
  return async (changed: Omit<StandingOrderRequest, 'beneficiary_id' | 'recipient_id'>) => {
    const request: StandingOrderRequest = {
      ...changed,
      ...(beneficiary_id !== null && { beneficiary_id }),
      ...(recipient_id !== null && { recipient_id }),
    };
    const words = { failed: t('change_failed'), offline: t('change_failed_network') };
    await intent.send(request, words, (key) => changeStandingOrder(id, request, key));
    void refresh();
    show({ type: 'success', message: t('changed', { payee }) });
    if (isShown()) onDone();
  };
}
