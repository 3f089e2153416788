import { ConfirmStep } from './confirm-step';
import { DetailsStep } from './details-step';
import { ReceiptStep } from './receipt-step';
import { type Intent, useTransfer } from './use-transfer';

/** Asks for the transfer, repeats it, and shows what came of it. */
export function TransferSteps({ intent }: { intent: Intent }) {
  const { form, order, receipt, isOurs, wasHere, review, confirm, edit, startAnew } = useTransfer(intent);
  if (order && receipt) return <ReceiptStep order={order} receipt={receipt} onAnother={startAnew} />;
  if (order) {
    return <ConfirmStep form={form} order={order} onSubmit={(event) => void confirm(event)} onEdit={edit} />;
  }
  return (
    <DetailsStep form={form} isOurs={isOurs} takesFocus={wasHere} onSubmit={(event) => void review(event)} />
  );
}
