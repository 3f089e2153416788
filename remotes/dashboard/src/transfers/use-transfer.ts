import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import { ApiError, type CallOptions } from '@bank/client/api';
import { withMessage } from '@bank/client/call-failure';
import { onRestoredDrafts, readDraft } from '@bank/client/draft';
import { useBankForm } from '@bank/client/form';
import { useSession } from '@bank/client/session';
import { useIsShown } from '@bank/client/use-is-shown';
import { useFormat } from '@bank/i18n/use-format';
import { useToast } from '@bank/ui/toast';
import { useAccountRefresh } from '../add-funds/add-funds.api';
import { useBeneficiariesRefresh, useStandingOrdersRefresh } from '../payees/payees.api';
import { useBalance } from '../balance/balance.api';
import { useMoneyIntent } from '../use-money-intent';
import { useTransferTexts } from './texts';
import { obstacleOf } from './first-check';
import { transferDraft } from './transfer-draft';
import { currencyOf, emptyOrder, type TransferOrder, type TypedOrder, typedOrder } from './transfer-order';
import { withAmountError, type Receipt, sendOrder, useCustomerName } from './transfers.api';

export type TransferForm = ReturnType<typeof useTransferForm>;

/** A transfer that somebody else has filled in: it begins with these values, and is no draft of the person's. */
export interface FilledIn {
  values: Partial<TypedOrder>;
  /** Before each attempt. */
  onSending: () => void;
  onSent: () => void;
}

/**
 * The state of a transfer: details, confirmation, receipt. The input stays until the money is sent, and every attempt
 * of the same order has the same key.
 */
export function useTransfer(filled?: FilledIn) {
  const form = useTransferForm(filled);
  const [order, setOrder] = useState<TransferOrder>();
  const [receipt, setReceipt] = useState<Receipt>();
  const [isOwnBank, setOwnBank] = useState(false);
  const [hasReturned, setReturned] = useState(false);

  const showRefusal = (error: unknown) => {
    // An error about a field is displayed beside it.
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) setOrder(undefined);
    // The field of what was refused is shown again.
    if (error instanceof ApiError && error.fields.recipient_id) form.setValue('recipient_label', '');
    setOwnBank(error instanceof ApiError && error.code === 'RECIPIENT_IN_THIS_BANK');
  };
  const edit = () => {
    form.setFailure(undefined);
    setReturned(true);
    setOrder(undefined);
  };
  /** Confirms the same order once more; the next sending is another intent. */
  const again = () => setReceipt(undefined);
  const startOver = () => {
    form.reset(emptyOrder);
    setReceipt(undefined);
    edit();
  };
  const takeName = (name: string) => {
    if (order?.to !== 'iban') return;
    // The name of an entry of the address book would be used instead of this one.
    const { beneficiary_id: _chosen, ...request } = order.request;
    form.setValue('beneficiary_id', '');
    form.setValue('recipient_name', name);
    setOrder({ ...order, request: { ...request, recipient_name: name } });
  };
  return {
    form,
    order,
    receipt,
    /** The refused IBAN belongs to this bank: a transfer to a customer is possible. */
    isOwnBank,
    /** The person came back to the fields, which then take the focus. */
    hasReturned,
    review: useReview(form, setOrder),
    confirm: useConfirmation(form, {
      order,
      filled,
      onReceipt: setReceipt,
      onRefusal: showRefusal,
      onInvalid: () => setOrder(undefined),
    }),
    edit,
    again,
    startOver,
    takeName,
  };
}

function useTransferForm(filled: FilledIn | undefined) {
  const form = useBankForm({
    schema: typedOrder,
    defaultValues: { ...emptyOrder, ...filled?.values },
    ...(!filled && { draft: transferDraft }),
  });
  useRestoredDraft(form, !filled && !form.formState.isDirty);
  useFreshRefusals(form);
  /** Names what was sent without an answer. */
  const sentAs = filled ? 'payment-request' : transferDraft;
  return { ...form, sentAs };
}

/** Shows the order for confirmation, unless something known stands against it. */
function useReview(form: TransferForm, onOrder: (order: TransferOrder) => void) {
  const obstacle = useObstacle();
  return form.handleSubmit((typed) => {
    form.setFailure(undefined);
    const found = obstacle(typed);
    if (found) {
      if (found.field !== 'amount') form.setValue('recipient_label', '');
      form.setError(found.field, { type: 'first', message: found.message });
      return;
    }
    const [name, unverified] = form.getValues(['recipient_label', 'unverified_id']);
    if (typed.to !== 'customer' || name === '') return onOrder(typed);
    const isUnverified = unverified === String(typed.request.recipient_id);
    onOrder({ ...typed, name, ...(isUnverified && { isUnverified }) });
  });
}

interface Confirmation {
  order: TransferOrder | undefined;
  filled: FilledIn | undefined;
  onReceipt: (receipt: Receipt) => void;
  onRefusal: (error: unknown) => void;
  /** What was shown has become invalid, such as a day that is over. */
  onInvalid: () => void;
}

/** Sends the order. The outcome of an order that is no longer shown is reported in a toast. */
function useConfirmation(form: TransferForm, confirmation: Confirmation) {
  const { order, filled, onReceipt, onRefusal, onInvalid } = confirmation;
  const send = useSending(form.sentAs, useCustomerName(order));
  const isCurrent = useIsCurrent(order);
  const late = useLateReport();
  const isShown = () => isCurrent(order);
  const submit = form.submit(async (confirmed) => {
    filled?.onSending();
    try {
      const sent = await send(confirmed, isShown);
      if (isShown()) onReceipt(sent);
      else late.succeeded(confirmed, sent);
      filled?.onSent();
    } catch (error) {
      if (!isShown()) throw late.failure(confirmed, error);
      onRefusal(error);
      throw error;
    }
  }, isShown);
  return async () => {
    if (await form.trigger()) await submit();
    else onInvalid();
  };
}

/** The reason of the first refused field that a page does not show. */
export const hiddenRefusal = (errors: FieldErrors<TypedOrder>, shown: readonly string[]) =>
  Object.entries(errors).find(([field]) => !shown.includes(field))?.[1].message;

/** Whether an order is the one that is shown, when its answer arrives. */
function useIsCurrent(order: TransferOrder | undefined) {
  const isShown = useIsShown();
  const current = useRef(order);
  useEffect(() => {
    current.current = order;
  });
  return (sent: TransferOrder | undefined) => isShown() && current.current === sent;
}

/** The outcome of an order that is no longer shown, by its amount: another one may be on the screen. */
function useLateReport() {
  const { t } = useTransferTexts();
  const { amount, dateTime } = useFormat();
  const { show } = useToast();
  const sumOf = (order: TransferOrder) => amount(order.request.amount, currencyOf(order));
  const about = (order: TransferOrder, outcome: string) =>
    t('transfer.outcome_late', { amount: sumOf(order), outcome });
  return {
    succeeded: (order: TransferOrder, { earlierAt }: Receipt) => {
      if (earlierAt) {
        show({ type: 'info', message: about(order, t('transfer.already', { date: dateTime(earlierAt) })) });
      } else show({ type: 'success', message: t('transfer.done_late', { amount: sumOf(order) }) });
    },
    failure: (order: TransferOrder, error: unknown) =>
      error instanceof ApiError ? withMessage(error, about(order, error.message)) : error,
  };
}

/** The obstacle to an order, in words; unknown facts are none. */
function useObstacle() {
  const { t } = useTransferTexts();
  const { amount } = useFormat();
  const { user } = useSession();
  const account = useBalance().data?.balance;
  return (order: TransferOrder) => {
    const found = user && obstacleOf(order, user.id, account);
    if (!found) return undefined;
    if (found.kind === 'self') return { field: found.field, message: t('transfer.self') };
    return { field: found.field, message: t(`transfer.${found.kind}`, { amount: amount(found.amount) }) };
  };
}

/** The fields that the first check or the bank refuses for what the others say. */
const refusable = ['recipient_id', 'recipient_account', 'amount'] as const;

/** A refusal was of the order as it was: another value takes it away, under other fields too. */
function useFreshRefusals({
  watch,
  setFailure,
  clearErrors,
  getFieldState,
}: Pick<TransferForm, 'watch' | 'setFailure' | 'clearErrors' | 'getFieldState'>) {
  useEffect(() => {
    const { unsubscribe } = watch((_values, { name }) => {
      if (name === undefined || name === 'description') return;
      setFailure(undefined);
      const isRefused = (field: (typeof refusable)[number]) =>
        ['first', 'server'].includes(getFieldState(field).error?.type ?? '');
      refusable.filter(isRefused).forEach((field) => clearErrors(field));
    });
    return unsubscribe;
  }, [watch, setFailure, clearErrors, getFieldState]);
}

/**
 * Fills in a draft that the encrypted copy gives back after the form was opened, unless something was typed: perhaps between the
 * first rendering, which has read none, and the effects.
 */
function useRestoredDraft({ reset }: Pick<UseFormReturn<TypedOrder>, 'reset'>, isUntouched: boolean) {
  const { user } = useSession();
  const read = () => (user ? readDraft<TypedOrder>(user.id, transferDraft) : undefined);
  const [first] = useState(read);
  const restore = useEffectEvent(() => {
    const restored = isUntouched ? read() : undefined;
    if (restored) reset({ ...emptyOrder, ...restored });
  });
  const onOpen = useEffectEvent(() => {
    if (first === undefined) restore();
  });
  useEffect(() => {
    onOpen();
    return onRestoredDrafts(() => restore());
  }, []);
}

/** Sends the order under its intent's key, which is kept beside the draft, and refetches the account. */
function useSending(draft: string, payee: string | undefined) {
  const { t } = useTransferTexts();
  const refresh = useAccountRefresh();
  const refreshOrders = useStandingOrdersRefresh();
  const refreshBook = useBeneficiariesRefresh();
  const sendOnce = useMoneyIntent(draft);
  return async (order: TransferOrder, isShown: () => boolean) => {
    // Certain only where nothing was tried: a call without an answer may have reached the bank.
    if (!navigator.onLine) throw new ApiError(t('transfer.offline'), 'NETWORK', 0);
    const words = { failed: t('transfer.failed'), offline: t('transfer.failed_network') };
    const call = (options: CallOptions) => sendOrder(order, options);
    const { answer, earlierAt } = await sendOnce(order, { words, call, isShown, payee }).catch(
      (error: unknown) => {
        throw withAmountError(error);
      },
    );
    const receipt = { ...answer, ...(earlierAt && { at: earlierAt, earlierAt }) };
    void (receipt.kind === 'standing' ? refreshOrders() : refresh(receipt.reference));
    void refreshBook();
    return receipt;
  };
}
