import { OfflineNotice } from '@bank/client/offline-notice';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { useUnanswered } from '../use-money-intent';
import { useTransferTexts } from './texts';
import { currencyOf, type TransferOrder } from './transfer-order';

/** The notices above the steps: without a network, and after a lost answer, when another order would be another transfer. */
export function TransferHead({ form: { sentAs } }: { form: { sentAs: string } }) {
  const { t } = useTransferTexts();
  const { amount } = useFormat();
  return (
    <>
      <OfflineNotice />
      {useUnanswered<TransferOrder>(sentAs).map((order) => (
        <Alert key={JSON.stringify(order)}>
          {t(doubtOf(order), { amount: amount(order.request.amount, currencyOf(order)) })}
        </Alert>
      ))}
    </>
  );
}

/** What is not known of an order: a planned or standing one moves no money yet. */
function doubtOf({ rhythm, request }: TransferOrder) {
  if (rhythm) return 'transfer.in_doubt_standing';
  const isPlanned = 'execution_date' in request && request.execution_date !== undefined;
  return isPlanned ? 'transfer.in_doubt_planned' : 'transfer.in_doubt';
}
