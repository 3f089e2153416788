import type { Card } from '@bank/contracts/cards';
import {
  frequencies,
  type CreateScheduledPaymentRequest,
  createScheduledPaymentRequest,
} from '@bank/contracts/scheduled-payments';
import { ApiError } from '@bank/client/api';
import { useBankForm } from '@bank/client/form';
import { FormFrame } from '@bank/client/form-frame';
import { useFormFields } from '@bank/client/form-fields';
import { LoadingRows, QueryError } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { bankToday } from '@bank/i18n/format';
import { useCards } from '@bank/client/account-queries';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField, parseAmount } from '@bank/ui/amount-field';
import { Button, buttonClass } from '@bank/ui/button';
import { EmptyState } from '@bank/ui/empty-state';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { useScheduledTexts } from './texts';
import { createDebit, useScheduledRefresh } from './scheduled.api';
import { z } from 'zod';
import { typedAmount } from '@bank/contracts/typed-amount';
import { rule } from '@bank/contracts/validation';

const { card_id: cardId, amount, first_run: firstRun } = createScheduledPaymentRequest.shape;
const chosen = z.string().min(1, rule('REQUIRED'));

/** The contract's request from the form's text fields; the first day is today in Paris or later. */
const typedDebit = createScheduledPaymentRequest.extend({
  card_id: chosen.transform(Number).pipe(cardId),
  amount: typedAmount(amount),
  first_run: chosen.pipe(firstRun).refine((day) => day >= bankToday(), rule('DAY_PAST')),
});

/** The name of the draft, with which the key of an attempt without an answer is kept. */
const debitDraft = 'schedule-debit';

interface DebitFormProps {
  onDone: () => void;
}

const isUsable = ({ status, expiry_date: lastDay }: Card) => status === 'active' && lastDay >= bankToday();

export function DebitForm(props: DebitFormProps) {
  const { t } = useScheduledTexts();
  const query = useCards();
  const { data, isError } = query;
  if (data) {
    const cards = data.cards.filter(isUsable);
    return cards.length > 0 ? <Fields cards={cards} {...props} /> : <NoCard />;
  }
  return isError ? (
    <QueryError query={query} title={t('scheduled.cards_failed')} />
  ) : (
    <LoadingRows rows={4} />
  );
}

function NoCard() {
  const { t } = useScheduledTexts();
  return (
    <EmptyState
      icon="credit-card"
      title={t('scheduled.cards_none')}
      message={t('scheduled.cards_none_message')}
      action={
        <Link to="/dashboard/cards" className={buttonClass()}>
          {t('scheduled.cards_none_action')}
        </Link>
      }
    />
  );
}

function Fields({ cards, onDone }: DebitFormProps & { cards: Card[] }) {
  const { t } = useScheduledTexts();
  const { amount } = useFormat();
  const form = useBankForm({
    schema: typedDebit,
    defaultValues: {
      card_id: cards.length === 1 ? String(cards[0]?.id) : '',
      amount: '',
      label: '',
      frequency: 'monthly',
      first_run: '',
    },
    draft: debitDraft,
  });
  const cardId = form.watch('card_id');
  const limit = cards.find(({ id }) => String(id) === cardId)?.monthly_limit;
  const send = useSending(onDone, limit);
  const { field, errors } = useFormFields(form, {
    card_id: t('scheduled.card'),
    amount: t('scheduled.amount'),
    label: t('scheduled.label'),
    frequency: t('scheduled.frequency'),
    first_run: t('scheduled.first_run'),
  });
  return (
    <FormFrame form={form} errors={errors} onSubmit={form.submit(send)}>
      <SelectField
        placeholder={t('scheduled.card_placeholder')}
        options={cards.map(({ id: value, brand, card_number: number }) => ({
          value: String(value),
          label: t('scheduled.card_option', { brand, number }),
        }))}
        required
        {...field('card_id')}
      />
      <AmountField
        hint={
          limit === undefined
            ? t('scheduled.amount_hint', { minimum: amount(0.01) })
            : t('scheduled.amount_range', { minimum: amount(0.01), limit: amount(limit) })
        }
        required
        {...field('amount')}
      />
      <TextField hint={t('scheduled.label_hint')} maxLength={140} required {...field('label')} />
      <SelectField
        options={frequencies.map((value) => ({ value, label: t(`scheduled.frequency_${value}`) }))}
        required
        {...field('frequency')}
      />
      <TextField type="date" min={bankToday()} required {...field('first_run')} />
      <Button type="submit" loading={form.formState.isSubmitting}>
        <SubmitText values={form.watch()} />
      </Button>
    </FormFrame>
  );
}

/** The button names what it orders, as soon as the amount is valid. */
function SubmitText({ values }: { values: { amount: string; frequency: string } }) {
  const { t } = useScheduledTexts();
  const { amount } = useFormat();
  const ordered = parseAmount(values.amount);
  if (!ordered || ordered < 0) return t('scheduled.submit');
  const key = values.frequency === 'weekly' ? 'scheduled.submit_weekly' : 'scheduled.submit_monthly';
  return t(key, { amount: amount(ordered) });
}

/** Sends the request under its intent's key, confirms it, and refreshes the list. @param limit the card's for a month */
function useSending(onDone: () => void, limit: number | undefined) {
  const intent = useIdempotencyKey(debitDraft);
  const { t } = useScheduledTexts();
  const { amount } = useFormat();
  const { show } = useToast();
  const refresh = useScheduledRefresh();
  const isShown = useIsShown();
  return async (request: CreateScheduledPaymentRequest) => {
    const words = { failed: t('scheduled.create_failed'), offline: t('scheduled.create_failed_network') };
    await intent
      .send(request, words, (key) => createDebit(request, key), isShown)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || !error.fields.amount || !limit || request.amount <= limit)
          throw error;
        const fields = { ...error.fields, amount: t('scheduled.amount_over', { limit: amount(limit) }) };
        throw new ApiError(error.message, error.code, error.status, { ...error.details, fields });
      });
    void refresh();
    show({ type: 'success', message: t('scheduled.created', { label: request.label }) });
    if (isShown()) onDone();
  };
}
