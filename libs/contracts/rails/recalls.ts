import { agent, amountAt, amountElement, isoMoment, messageIdAt, momentAt } from './parts';
import { type Money, type Reason, reasonAt, reasonElement, required, requiredReference } from './parts';
import { element, textAt, type XmlElement } from './xml';

/** camt.056.001.08: asks for the money of a sent payment back. */
export interface RecallRequest {
  type: 'camt.056.001.08';
  messageId: string;
  createdAt: Date;
  /** The BIC of the asking bank. */
  sender: string;
  recallId: string;
  originalMessageId: string;
  originalType: string;
  transactionId: string;
  endToEndId?: string;
  amount: Money;
  reason: Reason;
}

/** camt.029.001.09: the answer to a recall. CNCL: it comes back by a pacs.004; RJCR: it does not; PDCR: not decided. */
export const recallOutcomes = ['CNCL', 'RJCR', 'PDCR'] as const;
export type RecallOutcome = (typeof recallOutcomes)[number];
export interface RecallAnswer {
  type: 'camt.029.001.09';
  messageId: string;
  createdAt: Date;
  sender: string;
  outcome: RecallOutcome;
  recallId: string;
  transactionId: string;
  reason?: Reason;
}

const assignment = ({
  messageId,
  createdAt,
  sender,
}: Pick<RecallRequest, 'messageId' | 'createdAt' | 'sender'>) => ({
  Id: messageId,
  Assgnr: { Agt: agent(sender) },
  Assgne: { Agt: agent(undefined) },
  CreDtTm: isoMoment(createdAt),
});

export const writeRecall = (recall: RecallRequest): XmlElement => ({
  FIToFIPmtCxlReq: {
    Assgnmt: assignment(recall),
    Undrlyg: {
      TxInf: {
        CxlId: recall.recallId,
        OrgnlGrpInf: { OrgnlMsgId: recall.originalMessageId, OrgnlMsgNmId: recall.originalType },
        OrgnlEndToEndId: recall.endToEndId,
        OrgnlTxId: recall.transactionId,
        OrgnlIntrBkSttlmAmt: amountElement(recall.amount),
        CxlRsnInf: reasonElement(recall.reason),
      },
    },
  },
});

/** @throws XmlError when a field that an answer needs is missing. */
export function readRecall(content: XmlElement): RecallRequest {
  const assigned = element(content, 'Assgnmt');
  const info = element(content, 'Undrlyg', 'TxInf');
  const endToEndId = textAt(info, 'OrgnlEndToEndId');
  return {
    type: 'camt.056.001.08',
    messageId: messageIdAt(assigned, 'Id'),
    createdAt: momentAt(assigned, 'CreDtTm'),
    sender: textAt(assigned, 'Assgnr', 'Agt', 'FinInstnId', 'BICFI') ?? '',
    recallId: required(info, 'CxlId'),
    originalMessageId: textAt(info, 'OrgnlGrpInf', 'OrgnlMsgId') ?? '',
    originalType: textAt(info, 'OrgnlGrpInf', 'OrgnlMsgNmId') ?? '',
    transactionId: required(info, 'OrgnlTxId'),
    ...(endToEndId !== undefined && { endToEndId }),
    amount: amountAt(info, 'OrgnlIntrBkSttlmAmt'),
    reason: reasonAt(info, 'CxlRsnInf') ?? { code: 'CUST' },
  };
}

export const writeRecallAnswer = (answer: RecallAnswer): XmlElement => ({
  RsltnOfInvstgtn: {
    Assgnmt: assignment(answer),
    Sts: { Conf: answer.outcome },
    CxlDtls: {
      TxInfAndSts: {
        CxlStsId: answer.recallId,
        OrgnlTxId: answer.transactionId,
        CxlStsRsnInf: answer.reason && reasonElement(answer.reason),
      },
    },
  },
});

/** @throws XmlError without the recall's id or an outcome that is known. */
export function readRecallAnswer(content: XmlElement): RecallAnswer {
  const assigned = element(content, 'Assgnmt');
  const info = element(content, 'CxlDtls', 'TxInfAndSts');
  const outcome = required(content, 'Sts', 'Conf');
  const reason = reasonAt(info, 'CxlStsRsnInf');
  return {
    type: 'camt.029.001.09',
    messageId: messageIdAt(assigned, 'Id'),
    createdAt: momentAt(assigned, 'CreDtTm'),
    sender: textAt(assigned, 'Assgnr', 'Agt', 'FinInstnId', 'BICFI') ?? '',
    outcome: recallOutcomes.find((each) => each === outcome) ?? 'PDCR',
    recallId: requiredReference(info, 'CxlStsId'),
    transactionId: requiredReference(info, 'OrgnlTxId'),
    ...(reason && { reason }),
  };
}
