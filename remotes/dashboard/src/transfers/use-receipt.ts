import { type OwnPayment, statusOfStage } from '@bank/contracts/payments';
import { railReason } from '@bank/contracts/rail-reasons';
import type { BadgeTone } from '@bank/ui/badge';
import { useOwnPayment } from '../payments/payments.api';
import { usePaymentTexts } from '../payments/texts';
import { usePayeeTexts } from '../payees/texts';
import { useTransferTexts } from './texts';
import type { TransferOrder } from './transfer-order';
import type { Receipt } from './transfers.api';

interface ReceiptWords {
  title: string;
  /** The sentence about the next step. */
  message: string;
  /** How a payment to another bank stands; undefined for money that arrived, and for a standing order. */
  state?: { text: string; tone: BadgeTone };
  /** The money is with its recipient. */
  hasArrived: boolean;
}

/** The words of a receipt, which follow a payment to another bank as it moves. */
export function useReceipt(order: TransferOrder, receipt: Receipt): ReceiptWords {
  const { t, language } = usePaymentTexts();
  const first = useFirstWords(order, receipt);
  const id = 'id' in receipt ? receipt.id : undefined;
  const { data: payment } = useOwnPayment(id ?? 0, { enabled: id !== undefined });
  if (payment?.stage === 'settled') {
    const state = { text: t('stage_settled'), tone: 'success' as const };
    return { title: t('receipt_settled'), message: t('receipt_settled_message'), state, hasArrived: true };
  }
  if (payment && statusOfStage[payment.stage] === 'failed') {
    const state = { text: t(`stage_${payment.stage}`), tone: 'danger' as const };
    return { title: t('receipt_failed'), message: failure(), state, hasArrived: false };
  }
  return first;

  function failure(): string {
    const { reason, reason_code: code } = payment as OwnPayment;
    const why = code === null ? reason : railReason(code, language);
    const back = t(code === null ? 'back_released' : 'back_returned');
    return [why, back].filter(Boolean).join(' ');
  }
}

/** The words when it was sent. */
function useFirstWords(order: TransferOrder, { kind }: Receipt): ReceiptWords {
  const { t } = useTransferTexts();
  const { t: payee } = usePayeeTexts();
  const states = {
    awaiting: { text: t('transfer.pending'), tone: 'waiting' as const },
    planned: { text: payee('planned'), tone: 'info' as const },
    under_way: { text: payee('under_way'), tone: 'info' as const },
  };
  const hasArrived = kind === 'moved';
  const state = kind === 'moved' || kind === 'standing' ? {} : { state: states[kind] };
  if (kind === 'moved' || kind === 'awaiting') {
    const { to } = order;
    const isDated = to === 'iban' && order.request.execution_date !== undefined;
    const message = isDated ? 'transfer.done_iban_date_message' : (`transfer.done_${to}_message` as const);
    return { title: t(`transfer.done_${to}`), message: t(message), ...state, hasArrived };
  }
  const key = kind === 'standing' ? 'done_standing' : kind === 'planned' ? 'done_date' : 'done_sent';
  return { title: payee(key), message: payee(`${key}_message`), ...state, hasArrived };
}
