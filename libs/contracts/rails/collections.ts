import { requireAnnounced } from './announced-totals';
import {
  accountElement,
  agent,
  amountAt,
  amountElement,
  dayAt,
  dayOf,
  decimalText,
  isoMoment,
  momentAt,
} from './parts';
import {
  messageIdAt,
  type Money,
  notProvided,
  type Party,
  partyAt,
  remittanceElement,
  required,
} from './parts';
import { sepaName } from './sepa-text';
import { element, elements, textAt, type XmlElement } from './xml';

/** The place of a collection in its mandate. */
export const sequences = ['FRST', 'RCUR', 'OOFF', 'FNAL'] as const;
export type Sequence = (typeof sequences)[number];

/** One direct debit of a pacs.003. */
export interface Collection {
  transactionId: string;
  endToEndId: string;
  amount: Money;
  /** The collector, with its SEPA creditor identifier. */
  creditor: Party & { id: string };
  debtor: Party;
  mandateId: string;
  /** `YYYY-MM-DD`. */
  signedOn: string;
  sequence: Sequence;
  /** The requested collection date, `YYYY-MM-DD`; by default the settlement day of the message. */
  dueOn?: string;
  remittance?: string;
}

/** pacs.003.001.08: direct debits that another bank's customers collect. */
export interface Collections {
  type: 'pacs.003.001.08';
  messageId: string;
  createdAt: Date;
  settlementDay: string;
  collections: Collection[];
}

export function writeCollections(message: Collections): XmlElement {
  const { collections } = message;
  const currency = collections[0]?.amount.currency ?? 'EUR';
  const total = collections.reduce((sum, { amount }) => sum + amount.minor, 0n);
  return {
    FIToFICstmrDrctDbt: {
      GrpHdr: {
        MsgId: message.messageId,
        CreDtTm: isoMoment(message.createdAt),
        NbOfTxs: collections.length,
        CtrlSum: decimalText({ minor: total, currency }),
        TtlIntrBkSttlmAmt: amountElement({ minor: total, currency }),
        IntrBkSttlmDt: message.settlementDay,
        SttlmInf: { SttlmMtd: 'CLRG' },
      },
      DrctDbtTxInf: collections.map(writeCollection),
    },
  };
}

const writeCollection = (collection: Collection): XmlElement => ({
  PmtId: { EndToEndId: collection.endToEndId, TxId: collection.transactionId },
  PmtTpInf: { SvcLvl: { Cd: 'SEPA' }, LclInstrm: { Cd: 'CORE' }, SeqTp: collection.sequence },
  IntrBkSttlmAmt: amountElement(collection.amount),
  ChrgBr: 'SLEV',
  ReqdColltnDt: collection.dueOn,
  DrctDbtTx: {
    MndtRltdInf: { MndtId: collection.mandateId, DtOfSgntr: collection.signedOn },
    CdtrSchmeId: {
      Id: { PrvtId: { Othr: { Id: collection.creditor.id, SchmeNm: { Prtry: 'SEPA' } } } },
    },
  },
  Cdtr: { Nm: sepaName(collection.creditor.name) },
  CdtrAcct: accountElement(collection.creditor.account),
  CdtrAgt: agent(collection.creditor.bic),
  Dbtr: { Nm: sepaName(collection.debtor.name) },
  DbtrAcct: accountElement(collection.debtor.account),
  DbtrAgt: agent(collection.debtor.bic),
  RmtInf: remittanceElement(collection.remittance),
});

/** @throws XmlError when a field that a booking needs is missing, and for another number or sum than is announced. */
export function readCollections(content: XmlElement): Collections {
  const header = element(content, 'GrpHdr');
  const createdAt = momentAt(header, 'CreDtTm');
  const collections = elements(content, 'DrctDbtTxInf').map(readCollection);
  requireAnnounced(header, 'TtlIntrBkSttlmAmt', collections);
  return {
    type: 'pacs.003.001.08',
    messageId: messageIdAt(header, 'MsgId'),
    createdAt,
    settlementDay: dayAt(header, 'IntrBkSttlmDt') ?? dayOf(createdAt),
    collections,
  };
}

function readCollection(info: XmlElement): Collection {
  const debit = element(info, 'DrctDbtTx');
  const sequence = textAt(info, 'PmtTpInf', 'SeqTp');
  const remittance = textAt(info, 'RmtInf', 'Ustrd');
  const dueOn = textAt(info, 'ReqdColltnDt') ?? textAt(info, 'IntrBkSttlmDt');
  return {
    transactionId: required(info, 'PmtId', 'TxId'),
    endToEndId: textAt(info, 'PmtId', 'EndToEndId') ?? notProvided,
    amount: amountAt(info, 'IntrBkSttlmAmt'),
    creditor: {
      ...partyAt(info, 'Cdtr'),
      id: required(debit, 'CdtrSchmeId', 'Id', 'PrvtId', 'Othr', 'Id'),
    },
    debtor: partyAt(info, 'Dbtr'),
    mandateId: required(debit, 'MndtRltdInf', 'MndtId'),
    signedOn: textAt(debit, 'MndtRltdInf', 'DtOfSgntr') ?? '',
    sequence: sequences.find((each) => each === sequence) ?? 'RCUR',
    ...(dueOn !== undefined && { dueOn }),
    ...(remittance !== undefined && { remittance }),
  };
}
