import { requireAnnounced } from './announced-totals';
import {
  accountElement,
  agent,
  amountAt,
  amountElement,
  bicAt,
  dayAt,
  dayOf,
  decimalText,
  fullBic,
  isoMoment,
} from './parts';
import {
  messageIdAt,
  momentAt,
  type Money,
  notProvided,
  type Party,
  partyAt,
  partyElement,
  remittanceElement,
  required,
} from './parts';
import { element, elements, textAt, type XmlElement, XmlError } from './xml';

/** One credit of a pacs.008. */
export interface CreditTransfer {
  /** The sender's, unique for ever: what a credit is booked once by. */
  transactionId: string;
  endToEndId: string;
  amount: Money;
  debtor: Party;
  creditor: Party;
  remittance?: string;
  /** The bearer of the charges; SLEV, by scheme, in SEPA. */
  charges?: 'SLEV' | 'SHAR' | 'DEBT' | 'CRED';
  /** The tracking id of an international payment: a UUID, version 4. */
  uetr?: string;
}

/** pacs.008.001.08: credits from the customers of one bank to those of others. */
export interface CreditTransfers {
  type: 'pacs.008.001.08';
  messageId: string;
  createdAt: Date;
  /** `YYYY-MM-DD`. */
  settlementDay: string;
  /** SCT Inst: answered within ten seconds. */
  instant: boolean;
  /** Over the correspondent bank, which settles on the account that the sender has there; by no rules of SEPA. */
  international?: boolean;
  /** The BIC of the sender; in full when it was read. */
  sender?: string;
  transfers: CreditTransfer[];
}

export function writeCreditTransfers(message: CreditTransfers): XmlElement {
  const { transfers } = message;
  const currency = transfers[0]?.amount.currency ?? 'EUR';
  const minor = transfers.reduce((sum, { amount }) => sum + amount.minor, 0n);
  return {
    FIToFICstmrCdtTrf: {
      GrpHdr: writeTransfersHeader(message, { count: transfers.length, total: { minor, currency } }),
      CdtTrfTxInf: transfers.map(writeTransfer),
    },
  };
}

/** The header of a pacs.008 whose credits are written elsewhere. */
export const writeTransfersHeader = (
  message: Omit<CreditTransfers, 'transfers'>,
  { count, total }: { count: number; total: Money },
): XmlElement => ({
  MsgId: message.messageId,
  CreDtTm: isoMoment(message.createdAt),
  NbOfTxs: count,
  CtrlSum: decimalText(total),
  TtlIntrBkSttlmAmt: amountElement(total),
  IntrBkSttlmDt: message.settlementDay,
  SttlmInf: { SttlmMtd: message.international ? 'INDA' : 'CLRG' },
  PmtTpInf: message.international
    ? undefined
    : { SvcLvl: { Cd: 'SEPA' }, LclInstrm: message.instant ? { Cd: 'INST' } : undefined },
  InstgAgt: agent(message.sender),
});

/** One credit of a pacs.008, as an element `CdtTrfTxInf`. */
export const writeTransfer = (transfer: CreditTransfer): XmlElement => ({
  PmtId: { EndToEndId: transfer.endToEndId, TxId: transfer.transactionId, UETR: transfer.uetr },
  IntrBkSttlmAmt: amountElement(transfer.amount),
  ChrgBr: transfer.charges ?? 'SLEV',
  Dbtr: partyElement(transfer.debtor),
  DbtrAcct: accountElement(transfer.debtor.account),
  DbtrAgt: agent(transfer.debtor.bic),
  CdtrAgt: agent(transfer.creditor.bic, transfer.creditor.clearing),
  Cdtr: partyElement(transfer.creditor),
  CdtrAcct: accountElement(transfer.creditor.account),
  RmtInf: remittanceElement(transfer.remittance),
});

/** The header of a pacs.008 alone, for a file that is read piece by piece. */
export function readTransfersHeader(header: XmlElement | undefined): Omit<CreditTransfers, 'transfers'> {
  const sender = bicAt(header, 'InstgAgt');
  if (sender !== undefined && !bicLike.test(sender)) throw new XmlError('InstgAgt has no BIC');
  const createdAt = momentAt(header, 'CreDtTm');
  return {
    type: 'pacs.008.001.08',
    messageId: messageIdAt(header, 'MsgId'),
    createdAt,
    settlementDay: dayAt(header, 'IntrBkSttlmDt') ?? dayOf(createdAt),
    instant: textAt(header, 'PmtTpInf', 'LclInstrm', 'Cd') === 'INST',
    ...(textAt(header, 'SttlmInf', 'SttlmMtd') === 'INDA' && { international: true }),
    ...(sender !== undefined && { sender: fullBic(sender) }),
  };
}

const bicLike = /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/;

/** @throws XmlError when a field that a booking needs is missing, and for a text that is longer than the schema's. */
export function readTransfer(info: XmlElement): CreditTransfer {
  const endToEndId = textAt(info, 'PmtId', 'EndToEndId') ?? notProvided;
  const uetr = textAt(info, 'PmtId', 'UETR');
  const remittance = elements(info, 'RmtInf').length === 0 ? undefined : textAt(info, 'RmtInf', 'Ustrd');
  return ofSchemaSizes({
    transactionId: textAt(info, 'PmtId', 'TxId') ?? required(info, 'PmtId', 'InstrId'),
    endToEndId,
    amount: amountAt(info, 'IntrBkSttlmAmt'),
    debtor: partyAt(info, 'Dbtr'),
    creditor: partyAt(info, 'Cdtr'),
    ...(remittance !== undefined && { remittance }),
    ...(uetr !== undefined && { uetr }),
  });
}

const uetrLike = /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/;

/** Max35Text, Max34Text and Max140Text of the schema. */
function ofSchemaSizes(transfer: CreditTransfer): CreditTransfer {
  const { transactionId, endToEndId, debtor, creditor, remittance = '' } = transfer;
  const sizes = [
    [35, transactionId, endToEndId],
    [34, debtor.account, creditor.account],
    [140, debtor.name, creditor.name, remittance],
  ] as const;
  for (const [size, ...texts] of sizes) {
    if (texts.some((text) => text.length > size))
      throw new XmlError(`a text has more than ${size} characters`);
  }
  if (transfer.uetr !== undefined && !uetrLike.test(transfer.uetr)) throw new XmlError('UETR is no UUID');
  return transfer;
}

/** @throws XmlError when a field that a booking needs is missing, and for another number or sum than is announced. */
export function readCreditTransfers(content: XmlElement): CreditTransfers {
  const header = element(content, 'GrpHdr');
  const transfers = elements(content, 'CdtTrfTxInf').map(readTransfer);
  requireAnnounced(header, 'TtlIntrBkSttlmAmt', transfers);
  return { ...readTransfersHeader(header), transfers };
}
