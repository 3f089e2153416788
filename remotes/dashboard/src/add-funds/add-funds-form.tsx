import { type SubmitEventHandler, useEffect, useId, useState } from 'react';
import { addFundsMaximum, type AddFundsRequest, addFundsRequest } from '@bank/contracts/accounts';
import { ApiError, type CallOptions } from '@bank/client/api';
import { useBankForm } from '@bank/client/form';
import { FormFrame } from '@bank/client/form-frame';
import { OfflineNotice } from '@bank/client/offline-notice';
import { useIsShown } from '@bank/client/use-is-shown';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { AmountField } from '@bank/ui/amount-field';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { useServices } from '../balance/balance.api';
import { UnansweredNotices } from '../unanswered-notices';
import { useMoneyIntent } from '../use-money-intent';
import { useSummaryFocus } from '../use-summary-focus';
import { useAddFundsTexts } from './texts';
import styles from './add-funds-form.module.css';
import { addFunds, useAccountRefresh } from './add-funds.api';
import { typedAmount } from '@bank/contracts/typed-amount';

/** The contract's request, with the amount as typed ("1 234,50"). */
const typedRequest = addFundsRequest.extend({ amount: typedAmount(addFundsRequest.shape.amount) });

const draft = 'add-funds';

const useAddFundsForm = () =>
  useBankForm({ schema: typedRequest, defaultValues: { amount: '', type: 'add' }, draft });

type AddFundsFormState = ReturnType<typeof useAddFundsForm>;

/** Asks for an amount and a confirmation. The input stays until the money has arrived. */
export function AddFundsForm({ onDone }: { onDone: () => void }) {
  const { t } = useAddFundsTexts();
  const form = useAddFundsForm();
  const [request, setRequest] = useState<AddFundsRequest>();
  const [wasEdited, setWasEdited] = useState(false);
  const [already, setAlready] = useState<string>();
  const isOffered = useServices()?.top_ups !== false;
  const edit = () => {
    form.setFailure(undefined);
    setWasEdited(true);
    setRequest(undefined);
  };
  const send = useSending(onDone, (message) => {
    setAlready(message);
    edit();
  });
  const confirm = form.submit(async (values) => {
    setAlready(undefined);
    try {
      await send(values);
    } catch (error) {
      // A refused amount is displayed beside its field.
      if (error instanceof ApiError && error.fields.amount) setRequest(undefined);
      throw error;
    }
  });
  if (!isOffered) {
    return <Alert title={t('add_funds.not_offered')}>{t('add_funds.not_offered_message')}</Alert>;
  }
  return request ? (
    <ConfirmStep
      form={form}
      amount={request.amount}
      onSubmit={(event) => void confirm(event)}
      onEdit={edit}
    />
  ) : (
    <AmountStep
      form={form}
      takesFocus={wasEdited}
      already={already}
      onSubmit={(event) => void form.handleSubmit(setRequest)(event)}
    />
  );
}

/** The notices above both steps: without a network, and after a lost answer, when another amount would be another charge. */
function Head() {
  const { t } = useAddFundsTexts();
  const { amount } = useFormat();
  return (
    <>
      <OfflineNotice />
      <UnansweredNotices<AddFundsRequest>
        draft={draft}
        wordsOf={({ amount: sent }) => t('add_funds.in_doubt', { amount: amount(sent) })}
        checked={t('add_funds.checked')}
      />
    </>
  );
}

interface AmountStepProps {
  form: AddFundsFormState;
  takesFocus: boolean;
  /** That an earlier try had added the amount, in words. */
  already: string | undefined;
  onSubmit: SubmitEventHandler;
}

function AmountStep({ form, takesFocus, already, onSubmit }: AmountStepProps) {
  const { t } = useAddFundsTexts();
  const { amount } = useFormat();
  const id = useId();
  const { register, setFocus, errorOf } = form;
  const refused = errorOf('amount');
  useEffect(() => {
    if (takesFocus) setFocus('amount');
  }, [takesFocus, setFocus]);
  return (
    <FormFrame
      form={form}
      errors={refused ? [{ id, label: t('add_funds.amount') }] : []}
      message={undefined}
      head={
        <>
          <Head />
          {already && <Alert>{already}</Alert>}
        </>
      }
      onSubmit={onSubmit}
    >
      <AmountField
        id={id}
        required
        label={t('add_funds.amount')}
        hint={t('add_funds.amount_hint', { minimum: amount(0.01), maximum: amount(addFundsMaximum) })}
        error={refused}
        {...register('amount')}
      />
      <Cluster className={styles.actions}>
        <Button type="submit">{t('add_funds.continue')}</Button>
      </Cluster>
    </FormFrame>
  );
}

interface ConfirmStepProps {
  form: AddFundsFormState;
  amount: number;
  onSubmit: SubmitEventHandler;
  onEdit: () => void;
}

/** Repeats the amount, and takes the focus so that screen readers read it before the button. */
function ConfirmStep({ form, amount, onSubmit, onEdit }: ConfirmStepProps) {
  const { t } = useAddFundsTexts();
  const { amount: amountText } = useFormat();
  const { isSubmitting } = form.formState;
  const summary = useSummaryFocus();
  return (
    <FormFrame form={form} head={<Head />} onSubmit={onSubmit}>
      <Stack gap={8} ref={summary} tabIndex={-1} className={styles.confirmation}>
        <h3>{t('add_funds.confirm_title')}</h3>
        <p>
          <Amount value={amount} size="large" />
        </p>
        <p>{t('add_funds.confirm_message')}</p>
      </Stack>
      <Cluster className={styles.actions}>
        <Button type="submit" loading={isSubmitting}>
          {t('add_funds.confirm', { amount: amountText(amount) })}
        </Button>
        <Button variant="secondary" onClick={onEdit} disabled={isSubmitting}>
          {t('add_funds.edit')}
        </Button>
      </Cluster>
    </FormFrame>
  );
}

/** @param onAlready gets the words for an amount that an earlier try had added: perhaps it is to be added once more */
function useSending(onDone: () => void, onAlready: (message: string) => void) {
  const sendOnce = useMoneyIntent(draft);
  const { t } = useAddFundsTexts();
  const { amount, dateTime } = useFormat();
  const { show } = useToast();
  const refresh = useAccountRefresh();
  const isShown = useIsShown();
  return async (request: AddFundsRequest) => {
    // Certain only where nothing was tried: a call without an answer may have reached the bank.
    if (!navigator.onLine) throw new ApiError(t('add_funds.offline'), 'NETWORK', 0);
    const words = { failed: t('add_funds.failed'), offline: t('add_funds.failed_network') };
    const call = (options: CallOptions) => addFunds(request, options);
    const { answer, earlierAt } = await sendOnce(request, { words, call, isShown });
    refresh(answer.reference);
    const sum = amount(request.amount);
    if (earlierAt) {
      const message = t('add_funds.already', { amount: sum, date: dateTime(earlierAt) });
      if (isShown()) onAlready(message);
      else show({ type: 'info', message });
      return;
    }
    show({ type: 'success', message: t('add_funds.success', { amount: sum }) });
    if (isShown()) onDone();
  };
}
