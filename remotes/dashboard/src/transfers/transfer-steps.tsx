import { ConfirmStep } from './confirm-step';
import { DetailsStep } from './details-step';
import { ReceiptStep } from './receipt-step';
import { type FilledIn, useTransfer } from './use-transfer';

/** The steps of a transfer: details, confirmation, receipt. */
export function TransferSteps({ filled }: { filled?: FilledIn }) {
  const { form, order, receipt, isOwnBank, hasReturned, review, confirm, edit, again, startOver, takeName } =
    useTransfer(filled);
  if (order && receipt) {
    return (
      <ReceiptStep
        order={order}
        receipt={receipt}
        onAnother={startOver}
        // What a partner's page asked for is paid once.
        onAgain={filled ? undefined : again}
      />
    );
  }
  if (order) {
    return (
      <ConfirmStep
        form={form}
        order={order}
        onSubmit={() => void confirm()}
        onEdit={edit}
        onTakeName={takeName}
      />
    );
  }
  return (
    <DetailsStep
      form={form}
      isOwnBank={isOwnBank}
      takesFocus={hasReturned}
      onSubmit={(event) => void review(event)}
    />
  );
}
