import { type SubmitEvent, useEffect } from 'react';
import { homeCurrency } from '@bank/contracts/currencies';
import { FormFrame } from '@bank/client/form-frame';
import { OfflineNotice } from '@bank/client/offline-notice';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField } from '@bank/ui/amount-field';
import { Button } from '@bank/ui/button';
import { TextField } from '@bank/ui/text-field';
import { useBalance } from '../balance/balance.api';
import { TransferHead } from '../transfers/transfer-head';
import type { Fill, Finder } from '../transfers/use-finder';
import { hiddenRefusal, type TransferForm, type useTransfer } from '../transfers/use-transfer';
import { ChoiceList } from '@bank/client/choice-list';
import { SimplePage } from './simple-page';
import { useSimpleTexts } from './texts';

interface RecipientQuestionProps {
  form: TransferForm;
  finder: Finder;
  /** Somebody else than those of before. */
  isTyping: boolean;
  onTyping: () => void;
  onBack: () => void;
}

/** Those of before, and somebody else: who has sent to nobody yet is asked at once. */
export function RecipientQuestion({ form, finder, isTyping, onTyping, onBack }: RecipientQuestionProps) {
  const { t } = useSimpleTexts();
  const error = finder.failure ?? form.errorOf('recipient_id');
  if (isTyping || error !== undefined || finder.choices.length === 0) {
    return (
      <TypedRecipient form={form} finder={finder} error={error} onBack={isTyping ? onBack : undefined} />
    );
  }
  return (
    <SimplePage question={t('to_whom')}>
      <ChoiceList
        choices={[
          ...finder.choices.map((choice) => ({
            title: choice.name,
            text: choice.detail,
            icon: choice.values.to === 'customer' ? ('user' as const) : ('landmark' as const),
            go: () => finder.take(choice),
          })),
          { title: t('to_someone'), text: t('to_someone_text'), icon: 'plus', go: onTyping },
        ]}
      />
    </SimplePage>
  );
}

interface TypedRecipientProps extends Pick<RecipientQuestionProps, 'form' | 'finder'> {
  error: string | undefined;
  onBack: (() => void) | undefined;
}

function TypedRecipient({ form, finder, error, onBack }: TypedRecipientProps) {
  const { t } = useSimpleTexts();
  useErrorFocus(form, 'recipient_id', error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (form.getValues('recipient_id').trim() === '')
      form.setError('recipient_id', { message: t('to_missing') });
    else finder.find();
  };
  return (
    <SimplePage question={t('to_whom')} lead={t('to_hint')} onBack={onBack}>
      <FormFrame form={form} onSubmit={submit} head={<OfflineNotice />}>
        <TextField
          label={t('to_field')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={error}
          {...form.register('recipient_id', { onChange: finder.forget })}
        />
        <Next loading={finder.isSearching} />
      </FormFrame>
    </SimplePage>
  );
}

/** Of an account of another bank, whose holder the bank does not know. */
export function NameQuestion({ form, fill, onBack }: { form: TransferForm; fill: Fill; onBack: () => void }) {
  const { t } = useSimpleTexts();
  useErrorFocus(form, 'recipient_name', form.errorOf('recipient_name'));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = form.getValues('recipient_name').trim();
    if (name === '') form.setError('recipient_name', { message: t('name_missing') });
    else fill({ recipient_label: name }, 'amount');
  };
  return (
    <SimplePage question={t('name')} lead={form.watch('recipient_account')} onBack={onBack}>
      <FormFrame form={form} message={form.errorOf('recipient_account')} onSubmit={submit}>
        <TextField
          label={t('name_field')}
          hint={t('name_hint')}
          autoComplete="off"
          error={form.errorOf('recipient_name')}
          {...form.register('recipient_name')}
        />
        <Next />
      </FormFrame>
    </SimplePage>
  );
}

interface AmountQuestionProps {
  transfer: Pick<ReturnType<typeof useTransfer>, 'form' | 'review'>;
  onBack: () => void;
}

export function AmountQuestion({ transfer: { form, review }, onBack }: AmountQuestionProps) {
  const { t } = useSimpleTexts();
  const { amount } = useFormat();
  const balance = useBalance().data?.balance;
  useErrorFocus(form, 'amount', form.errorOf('amount'));
  const hint = balance && t('amount_hint', { amount: amount(balance.available_balance, balance.currency) });
  return (
    <SimplePage question={t('amount', { name: form.watch('recipient_label') })} onBack={onBack}>
      <FormFrame
        form={form}
        message={hiddenRefusal(form.formState.errors, ['amount']) ?? form.failure}
        onSubmit={(event) => void review(event)}
        head={<TransferHead form={form} />}
      >
        <AmountField
          label={t('amount_field')}
          currency={homeCurrency}
          hint={hint}
          error={form.errorOf('amount')}
          {...form.register('amount')}
        />
        <Next />
      </FormFrame>
    </SimplePage>
  );
}

/** The one field of a page takes the focus when it is refused, so that the reason is read. */
function useErrorFocus(
  { setFocus, formState: { submitCount } }: TransferForm,
  name: 'recipient_id' | 'recipient_name' | 'amount',
  error: string | undefined,
) {
  useEffect(() => {
    if (error) setFocus(name);
  }, [error, name, setFocus, submitCount]);
}

function Next({ loading }: { loading?: boolean }) {
  const { t } = useSimpleTexts();
  return (
    <Button type="submit" size="large" wide loading={loading}>
      {t('next')}
    </Button>
  );
}
