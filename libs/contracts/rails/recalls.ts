import { agent, amountAt, amountElement, isoMoment, messageIdAt, momentAt } from './parts';
import { type Money, type Reason, reasonAt, reasonElement, required, requiredReference } from './parts';
import { element, elements, textAt, type XmlElement, XmlError } from './xml';

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

/** The outcome of a recall. CNCL: the money comes back by a pacs.004; RJCR: it does not; PDCR: not decided. */
export const recallOutcomes = ['CNCL', 'RJCR', 'PDCR'] as const;
export type RecallOutcome = (typeof recallOutcomes)[number];

/** The answer to the recall of one payment. */
export interface RecallAnswer {
  recallId: string;
  transactionId: string;
  outcome: RecallOutcome;
  reason?: Reason;
}

/** camt.029.001.09: the answers to recalls. */
export interface RecallAnswers {
  type: 'camt.029.001.09';
  messageId: string;
  createdAt: Date;
  sender: string;
  answers: RecallAnswer[];
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

/** The status of one recall among several (CancellationIndividualStatus1Code). */
const individualStatuses = { CNCL: 'ACCR', RJCR: 'RJCR', PDCR: 'PDCR' } as const;
/** The confirmation of a message whose answers differ (ExternalInvestigationExecutionConfirmation1Code). */
const partly = 'PECR';

export function writeRecallAnswers(message: RecallAnswers): XmlElement {
  const outcomes = new Set(message.answers.map(({ outcome }) => outcome));
  const [first] = outcomes;
  return {
    RsltnOfInvstgtn: {
      Assgnmt: assignment(message),
      Sts: { Conf: first && outcomes.size === 1 ? first : partly },
      CxlDtls: {
        TxInfAndSts: message.answers.map(({ recallId, transactionId, outcome, reason }) => ({
          CxlStsId: recallId,
          OrgnlTxId: transactionId,
          TxCxlSts: individualStatuses[outcome],
          CxlStsRsnInf: reason && reasonElement(reason),
        })),
      },
    },
  };
}

/** A recall without a status of its own has that of the message. @throws XmlError without an answer, or the ids of one. */
export function readRecallAnswers(content: XmlElement): RecallAnswers {
  const assigned = element(content, 'Assgnmt');
  const common = outcomeOf(required(content, 'Sts', 'Conf'));
  const found = elements(content, 'CxlDtls').flatMap((details) => elements(details, 'TxInfAndSts'));
  if (found.length === 0) throw new XmlError('the message has no CxlDtls/TxInfAndSts');
  return {
    type: 'camt.029.001.09',
    messageId: messageIdAt(assigned, 'Id'),
    createdAt: momentAt(assigned, 'CreDtTm'),
    sender: textAt(assigned, 'Assgnr', 'Agt', 'FinInstnId', 'BICFI') ?? '',
    answers: found.map((info) => {
      const status = textAt(info, 'TxCxlSts');
      const reason = reasonAt(info, 'CxlStsRsnInf');
      return {
        recallId: requiredReference(info, 'CxlStsId'),
        transactionId: requiredReference(info, 'OrgnlTxId'),
        outcome: status === undefined ? common : outcomeOf(status),
        ...(reason && { reason }),
      };
    }),
  };
}

/** An unknown code decides nothing. */
const outcomeOf = (code: string): RecallOutcome =>
  recallOutcomes.find((each) => each === code || individualStatuses[each] === code) ?? 'PDCR';
