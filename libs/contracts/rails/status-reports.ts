import { isoMoment, messageIdAt, momentAt, type Reason, reasonAt, reasonElement } from './parts';
import { required } from './parts';
import { element, elements, textAt, type XmlElement } from './xml';

/** ACSC settled, ACSP and ACCP on their way, RJCT refused, PDNG not decided (ISO 20022 external codes). */
export const transactionStatuses = ['ACSC', 'ACCC', 'ACSP', 'ACCP', 'PDNG', 'RJCT'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The status of one payment, by the sender's ids. */
export interface ReportedStatus {
  transactionId: string;
  endToEndId?: string;
  status: TransactionStatus;
  reason?: Reason;
}

/** pacs.002.001.10: what became of the payments of a message. */
export interface StatusReport {
  type: 'pacs.002.001.10';
  messageId: string;
  createdAt: Date;
  originalMessageId: string;
  originalType: string;
  /** For the whole message, where no transaction is named. */
  groupStatus?: TransactionStatus;
  groupReason?: Reason;
  statuses: ReportedStatus[];
}

export const writeStatusReport = (report: StatusReport): XmlElement => ({
  FIToFIPmtStsRpt: {
    GrpHdr: { MsgId: report.messageId, CreDtTm: isoMoment(report.createdAt) },
    OrgnlGrpInfAndSts: {
      OrgnlMsgId: report.originalMessageId,
      OrgnlMsgNmId: report.originalType,
      GrpSts: report.groupStatus,
      StsRsnInf: report.groupReason && reasonElement(report.groupReason),
    },
    TxInfAndSts: report.statuses.map(({ transactionId, endToEndId, status, reason }) => ({
      OrgnlEndToEndId: endToEndId,
      OrgnlTxId: transactionId,
      TxSts: status,
      StsRsnInf: reason && reasonElement(reason),
    })),
  },
});

/** Statuses that are not known here are left out. @throws XmlError without the original message's id. */
export function readStatusReport(content: XmlElement): StatusReport {
  const header = element(content, 'GrpHdr');
  const original = element(content, 'OrgnlGrpInfAndSts');
  const groupStatus = statusAt(original, 'GrpSts');
  const groupReason = reasonAt(original, 'StsRsnInf');
  return {
    type: 'pacs.002.001.10',
    messageId: messageIdAt(header, 'MsgId'),
    createdAt: momentAt(header, 'CreDtTm'),
    originalMessageId: required(original, 'OrgnlMsgId'),
    originalType: textAt(original, 'OrgnlMsgNmId') ?? '',
    ...(groupStatus && { groupStatus }),
    ...(groupReason && { groupReason }),
    statuses: elements(content, 'TxInfAndSts').flatMap((info): ReportedStatus[] => {
      const status = statusAt(info, 'TxSts');
      const reason = reasonAt(info, 'StsRsnInf');
      const endToEndId = textAt(info, 'OrgnlEndToEndId');
      if (!status) return [];
      return [
        {
          transactionId: required(info, 'OrgnlTxId'),
          status,
          ...(endToEndId !== undefined && { endToEndId }),
          ...(reason && { reason }),
        },
      ];
    }),
  };
}

function statusAt(parent: XmlElement | undefined, name: string): TransactionStatus | undefined {
  const text = textAt(parent, name);
  return transactionStatuses.find((status) => status === text);
}
