import { OfflineNotice } from '@bank/client/offline-notice';
import { useFormat } from '@bank/i18n/use-format';
import { UnansweredNotices } from '../unanswered-notices';
import { useTransferTexts } from './texts';
import { currencyOf, type TransferOrder } from './transfer-order';

/** The notices above the steps: without a network, and after a lost answer, when another order would be another transfer. */
export function TransferHead({ form: { sentAs } }: { form: { sentAs: string } }) {
  const { t } = useTransferTexts();
  const { amount } = useFormat();
  /** Two orders of one amount differ by it. */
  const payeeOf = (order: TransferOrder, name: string | undefined) =>
    order.to === 'iban'
      ? order.request.recipient_name
      : (name ?? t('transfer.customer', { id: order.request.recipient_id }));
  return (
    <>
      <OfflineNotice />
      <UnansweredNotices<TransferOrder>
        draft={sentAs}
        wordsOf={(order, payee) =>
          t(doubtOf(order), {
            amount: amount(order.request.amount, currencyOf(order)),
            payee: payeeOf(order, payee),
          })
        }
        checked={t('transfer.checked')}
      />
    </>
  );
}

/** What is not known of an order: a planned or standing one moves no money yet. */
function doubtOf({ rhythm, request }: TransferOrder) {
  if (rhythm) return 'transfer.in_doubt_standing';
  const isPlanned = 'execution_date' in request && request.execution_date !== undefined;
  return isPlanned ? 'transfer.in_doubt_planned' : 'transfer.in_doubt';
}
