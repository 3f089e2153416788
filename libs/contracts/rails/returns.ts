import { requireAnnounced } from './announced-totals';
import {
  amountAt,
  amountElement,
  dayAt,
  dayOf,
  decimalText,
  isoMoment,
  messageIdAt,
  momentAt,
  type Money,
} from './parts';
import { type Reason, reasonAt, reasonElement, referenceAt, requiredReference } from './parts';
import { element, elements, textAt, type XmlElement } from './xml';

/** Money of one settled payment that comes back. */
export interface ReturnedPayment {
  returnId: string;
  originalTransactionId: string;
  originalEndToEndId?: string;
  amount: Money;
  reason: Reason;
}

/** pacs.004.001.09: settled payments whose money comes back. */
export interface PaymentReturns {
  type: 'pacs.004.001.09';
  messageId: string;
  createdAt: Date;
  settlementDay: string;
  originalMessageId: string;
  originalType: string;
  returns: ReturnedPayment[];
}

export function writeReturns(message: PaymentReturns): XmlElement {
  const currency = message.returns[0]?.amount.currency ?? 'EUR';
  const total = message.returns.reduce((sum, { amount }) => sum + amount.minor, 0n);
  return {
    PmtRtr: {
      GrpHdr: {
        MsgId: message.messageId,
        CreDtTm: isoMoment(message.createdAt),
        NbOfTxs: message.returns.length,
        CtrlSum: decimalText({ minor: total, currency }),
        TtlRtrdIntrBkSttlmAmt: amountElement({ minor: total, currency }),
        IntrBkSttlmDt: message.settlementDay,
        SttlmInf: { SttlmMtd: 'CLRG' },
      },
      OrgnlGrpInf: { OrgnlMsgId: message.originalMessageId, OrgnlMsgNmId: message.originalType },
      TxInf: message.returns.map((each) => ({
        RtrId: each.returnId,
        OrgnlEndToEndId: each.originalEndToEndId,
        OrgnlTxId: each.originalTransactionId,
        RtrdIntrBkSttlmAmt: amountElement(each.amount),
        RtrRsnInf: reasonElement(each.reason),
      })),
    },
  };
}

/** @throws XmlError when a field that a booking needs is missing, and for another number or sum than is announced. */
export function readReturns(content: XmlElement): PaymentReturns {
  const header = element(content, 'GrpHdr');
  const original = element(content, 'OrgnlGrpInf');
  const createdAt = momentAt(header, 'CreDtTm');
  const returns = elements(content, 'TxInf').map(readReturn);
  requireAnnounced(header, 'TtlRtrdIntrBkSttlmAmt', returns);
  return {
    type: 'pacs.004.001.09',
    messageId: messageIdAt(header, 'MsgId'),
    createdAt,
    settlementDay: dayAt(header, 'IntrBkSttlmDt') ?? dayOf(createdAt),
    originalMessageId: textAt(original, 'OrgnlMsgId') ?? '',
    originalType: textAt(original, 'OrgnlMsgNmId') ?? '',
    returns,
  };
}

function readReturn(info: XmlElement): ReturnedPayment {
  const endToEndId = referenceAt(info, 'OrgnlEndToEndId');
  return {
    returnId: requiredReference(info, 'RtrId'),
    originalTransactionId: requiredReference(info, 'OrgnlTxId'),
    ...(endToEndId !== undefined && { originalEndToEndId: endToEndId }),
    amount: amountAt(info, 'RtrdIntrBkSttlmAmt'),
    // MS03: the agent gave no reason.
    reason: reasonAt(info, 'RtrRsnInf') ?? { code: 'MS03' },
  };
}
