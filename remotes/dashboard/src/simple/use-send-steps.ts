import { useEffect, useEffectEvent, useRef } from 'react';
import { methodFor } from '@bank/contracts/iban';
import { onRestoredDrafts } from '@bank/client/draft';
import { useStep } from '@bank/client/use-step';
import { noPayee } from '../transfers/payee-choice';
import { emptyOrder } from '../transfers/transfer-order';
import type { Fill } from '../transfers/use-finder';
import type { useTransfer } from '../transfers/use-transfer';

/** What no question asks for: a draft of the ordinary form may have other values. */
const unasked = {
  when: emptyOrder.when,
  currency: emptyOrder.currency,
  charges: emptyOrder.charges,
  description: emptyOrder.description,
};

const steps = ['someone', 'name', 'amount', 'check', 'done'] as const;

/**
 * The questions of a transfer as addresses. What a question before the confirmation asks is open again once the person is
 * back there: nothing that was confirmed or sent stays behind it, so what is shown is what is sent.
 */
export function useSendSteps(transfer: ReturnType<typeof useTransfer>) {
  const { form, order, receipt, review, edit, startOver } = transfer;
  const { step, go, back } = useStep(steps);
  const set = (values: Parameters<Fill>[0]) => {
    form.clearErrors();
    // A value that is written as it was would count as typed, and keep a draft of before from being restored.
    Object.entries({ ...values, ...unasked })
      .filter(([name, value]) => form.getValues(name as keyof typeof values) !== value)
      .forEach(([name, value]) => form.setValue(name as keyof typeof values, value));
  };
  const shown = useRef(step);
  const takeDraft = () => {
    const { to, when, currency, recipient_label: label, recipient_account: account } = form.getValues();
    // A transfer of a later day does not become one of today unasked: it begins again.
    if (when !== 'now') set({ ...noPayee, to: 'customer' });
    else {
      set({
        ...(to === 'iban' && label !== '' && { payment_method: methodFor(account) }),
        // Nor do yen become as many euros.
        ...(currency !== unasked.currency && { amount: emptyOrder.amount }),
      });
    }
  };

  /** A reload, or a draft of before, which the encrypted copy may give back some time later. */
  const onOpen = useEffectEvent(() => {
    if (!order) takeDraft();
    const isFilled = !order && form.getValues('recipient_label') !== '';
    if (step === 'check' && isFilled) void review();
    if (step === undefined && isFilled) go('amount', { replace: true });
  });
  const onStep = useEffectEvent(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (receipt && step !== 'done') startOver();
    else if (order && step !== 'check' && step !== 'done') edit();
    if (step === undefined || step === 'someone') set({ ...noPayee, to: 'customer' });
    // The browser's way forward.
    if (step === 'check' && !order) void review();
  });
  const onOrder = useEffectEvent(() => {
    if (receipt) go('done', { replace: true });
    else if (order && step !== 'check') go('check');
  });
  useEffect(() => {
    onOpen();
    return onRestoredDrafts(() => onOpen());
  }, []);
  useEffect(() => onStep(), [step]);
  useEffect(() => onOrder(), [order, receipt]);

  const fill: Fill = (values, focused) => {
    set(values);
    go(focused === 'recipient_name' ? 'name' : 'amount');
  };
  return { step, go, back, fill };
}
