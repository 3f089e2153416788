import { useState } from 'react';
import { ApiError } from '@bank/client/api';
import { inWordsOf } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import type { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useAccountRefresh } from '../add-funds/add-funds.api';
import { useTexts } from '../texts';
import { emptyOrder, type TransferOrder, typedOrder } from './transfer-order';
import { besideItsField, type Receipt, sendOrder } from './transfers.api';

export type Intent = ReturnType<typeof useIdempotencyKey>;
export type TransferForm = ReturnType<typeof useTransfer>['form'];

/**
 * A transfer from what is typed over what is to be confirmed to its receipt. What was typed stays until the money has
 * left, and every try of the same order carries the same key.
 */
export function useTransfer(intent: Intent) {
  const form = useBankForm({ schema: typedOrder, defaultValues: emptyOrder, draft: 'transfer' });
  const [order, setOrder] = useState<TransferOrder>();
  const [receipt, setReceipt] = useState<Receipt>();
  const [isOurs, setIsOurs] = useState(false);
  const [wasHere, setWasHere] = useState(false);
  const send = useSending(intent);

  const confirm = form.submit(async (confirmed) => {
    try {
      setReceipt(await send(confirmed));
    } catch (error) {
      // What the server says of a field belongs beside it.
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setOrder(undefined);
      setIsOurs(error instanceof ApiError && error.code === 'RECIPIENT_IN_THIS_BANK');
      throw error;
    }
  });
  const review = form.handleSubmit((typed) => {
    form.setFailure(undefined);
    setOrder(typed);
  });
  const edit = () => {
    form.setFailure(undefined);
    setWasHere(true);
    setOrder(undefined);
  };
  const startAnew = () => {
    form.reset(emptyOrder);
    setReceipt(undefined);
    edit();
  };
  return {
    form,
    order,
    receipt,
    /** The IBAN that was refused is of this bank: the money goes there as a transfer to a customer. */
    isOurs,
    /** The person came back to the fields, which then take the focus. */
    wasHere,
    review,
    confirm,
    edit,
    startAnew,
  };
}

/** Sends the order under its intent's key, and has the account asked for anew. */
function useSending(intent: Intent) {
  const { t } = useTexts();
  const refresh = useAccountRefresh();
  return async (order: TransferOrder) => {
    try {
      const receipt = await sendOrder(order, intent.keyFor(order));
      intent.done();
      refresh();
      return receipt;
    } catch (error) {
      const words = { failed: t('transfer.failed'), offline: t('transfer.failed_network') };
      throw besideItsField(inWordsOf(error, words));
    }
  };
}
