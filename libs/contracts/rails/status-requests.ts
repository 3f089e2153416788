import { isoMoment, momentAt, required } from './parts';
import { element, elements, textAt, type XmlElement } from './xml';

/** pacs.028.001.03: asks what became of payments whose answer did not come. */
export interface StatusRequest {
  type: 'pacs.028.001.03';
  messageId: string;
  createdAt: Date;
  originalMessageId: string;
  originalType: string;
  transactions: { transactionId: string; endToEndId?: string }[];
}

export const writeStatusRequest = (request: StatusRequest): XmlElement => ({
  FIToFIPmtStsReq: {
    GrpHdr: { MsgId: request.messageId, CreDtTm: isoMoment(request.createdAt) },
    OrgnlGrpInf: { OrgnlMsgId: request.originalMessageId, OrgnlMsgNmId: request.originalType },
    TxInf: request.transactions.map(({ transactionId, endToEndId }) => ({
      OrgnlEndToEndId: endToEndId,
      OrgnlTxId: transactionId,
    })),
  },
});

/** @throws XmlError when a field that an answer needs is missing. */
export function readStatusRequest(content: XmlElement): StatusRequest {
  const header = element(content, 'GrpHdr');
  const original = element(content, 'OrgnlGrpInf');
  return {
    type: 'pacs.028.001.03',
    messageId: required(header, 'MsgId'),
    createdAt: momentAt(header, 'CreDtTm'),
    originalMessageId: required(original, 'OrgnlMsgId'),
    originalType: textAt(original, 'OrgnlMsgNmId') ?? '',
    transactions: elements(content, 'TxInf').map((info) => {
      const endToEndId = textAt(info, 'OrgnlEndToEndId');
      return {
        transactionId: required(info, 'OrgnlTxId'),
        ...(endToEndId !== undefined && { endToEndId }),
      };
    }),
  };
}
