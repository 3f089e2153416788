import { useId } from 'react';
import type { Card } from '@bank/contracts/cards';
import { frequencies, type CreateScheduledPaymentRequest } from '@bank/contracts/scheduled-payments';
import { inWordsOf } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import type { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { bankToday } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField, parseAmount } from '@bank/ui/amount-field';
import { Button, buttonClass } from '@bank/ui/button';
import { EmptyState } from '@bank/ui/empty-state';
import { ErrorState } from '@bank/ui/error-state';
import { ErrorSummary } from '@bank/ui/error-summary';
import { SelectField } from '@bank/ui/select-field';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { useCards } from '../cards.api';
import { useTexts } from '../texts';
import { typedDebit } from './debit-request';
import styles from './scheduled-page.module.css';
import { createDebit, useScheduledRefresh } from './scheduled.api';

interface DebitFormProps {
  intent: ReturnType<typeof useIdempotencyKey>;
  onDone: () => void;
}

const isUsable = ({ status, expiry_date: lastDay }: Card) => status === 'active' && lastDay >= bankToday();

/** Orders a debit from one of the customer's usable cards, or says that there is none. */
export function DebitForm(props: DebitFormProps) {
  const { t } = useTexts();
  const { data, isError, refetch, isFetching } = useCards();
  if (data) {
    const cards = data.cards.filter(isUsable);
    return cards.length > 0 ? <Fields cards={cards} {...props} /> : <NoCard />;
  }
  if (isError) {
    const retry = () => void refetch();
    return <ErrorState title={t('scheduled.cards_failed')} onRetry={retry} retrying={isFetching} />;
  }
  return (
    <Loading>
      <Skeleton height="row" lines={4} />
    </Loading>
  );
}

function NoCard() {
  const { t } = useTexts();
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

const labels = {
  card_id: 'scheduled.card',
  amount: 'scheduled.amount',
  label: 'scheduled.label',
  frequency: 'scheduled.frequency',
  first_run: 'scheduled.first_run',
} as const;
type FieldName = keyof typeof labels;

function Fields({ cards, intent, onDone }: DebitFormProps & { cards: Card[] }) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const id = useId();
  const form = useBankForm({
    schema: typedDebit,
    defaultValues: {
      card_id: cards.length === 1 ? String(cards[0]?.id) : '',
      amount: '',
      label: '',
      frequency: 'monthly',
      first_run: '',
    },
    draft: 'schedule-debit',
  });
  const send = useSending(intent, onDone);
  const field = (name: FieldName) => ({
    id: `${id}-${name}`,
    label: t(labels[name]),
    required: true,
    error: form.errorOf(name),
    ...form.register(name),
  });
  const errors = (Object.keys(labels) as FieldName[]).flatMap((name) => {
    const message = form.errorOf(name);
    return message ? [{ id: `${id}-${name}`, label: t(labels[name]) }] : [];
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void form.submit(send)(event)}>
      <ErrorSummary errors={errors} message={form.failure} attempt={form.formState.submitCount} />
      <SelectField
        placeholder={t('scheduled.card_placeholder')}
        options={cards.map(({ id: value, brand, card_number: number }) => ({
          value: String(value),
          label: t('scheduled.card_option', { brand, number }),
        }))}
        {...field('card_id')}
      />
      <AmountField hint={t('scheduled.amount_hint', { minimum: amount(0.01) })} {...field('amount')} />
      <TextField hint={t('scheduled.label_hint')} maxLength={140} {...field('label')} />
      <SelectField
        options={frequencies.map((value) => ({ value, label: t(`scheduled.frequency_${value}`) }))}
        {...field('frequency')}
      />
      <TextField type="date" min={bankToday()} {...field('first_run')} />
      <Button type="submit" loading={form.formState.isSubmitting}>
        <SubmitWords values={form.watch()} />
      </Button>
    </form>
  );
}

/** The button says what it orders, as soon as that can be read. */
function SubmitWords({ values }: { values: { amount: string; frequency: string } }) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const ordered = parseAmount(values.amount);
  if (!ordered || ordered < 0) return t('scheduled.submit');
  const words = values.frequency === 'weekly' ? 'scheduled.submit_weekly' : 'scheduled.submit_monthly';
  return t(words, { amount: amount(ordered) });
}

/** Sends the request under its intent's key, says that it worked, and refreshes the list. */
function useSending(intent: DebitFormProps['intent'], onDone: () => void) {
  const { t } = useTexts();
  const { show } = useToast();
  const refresh = useScheduledRefresh();
  return async (request: CreateScheduledPaymentRequest) => {
    try {
      await createDebit(request, intent.keyFor(request));
    } catch (error) {
      throw inWordsOf(error, {
        failed: t('scheduled.create_failed'),
        offline: t('scheduled.create_failed_network'),
      });
    }
    intent.done();
    void refresh();
    show({ type: 'success', message: t('scheduled.created', { label: request.label }) });
    onDone();
  };
}
