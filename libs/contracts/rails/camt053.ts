import { XMLBuilder } from 'fast-xml-parser';
import { decimalText } from '../currencies';
import { sepaPieces, sepaReference, sepaText } from './sepa-text';

/** An amount in minor units of the statement's currency; negative for money that left the account. */
type Minor = bigint;

/** The bank transaction code of ISO 20022: domain, family, sub-family, such as `PMNT`, `ICDT`, `ESCT`. */
export type TransactionCode = readonly [domain: string, family: string, subFamily: string];

/** An IBAN, or another account number. */
export type AccountId = { iban: string } | { number: string };

/** The other side of an entry. */
export interface Counterparty {
  name?: string;
  account?: AccountId;
  bic?: string;
}

export interface Camt053Entry {
  amount: Minor;
  /** Days, `2026-10-31`. */
  bookingDay: string;
  valueDay: string;
  code: TransactionCode;
  /** The account servicer's own reference (AcctSvcrRef). */
  servicerReference: string;
  /** The references that the payment carried, where it had any. */
  messageId?: string;
  endToEndId?: string;
  transactionId?: string;
  /** Of a direct debit. */
  mandateId?: string;
  counterparty?: Counterparty;
  remittance?: string;
  /** Whether the entry takes back an earlier one. */
  isReversal?: boolean;
}

/** How many entries, and their sum in minor units, without sign. */
export interface EntryTotal {
  count: number;
  sum: Minor;
}

export interface Camt053Head {
  messageId: string;
  createdAt: Date;
  /** Unique among the statements of the account. */
  id: string;
  /** The first moment of the period, and the first after it. */
  from: Date;
  to: Date;
  account: AccountId & { currency: string; holder: string; bic: string };
  opening: { amount: Minor; day: string };
  closing: { amount: Minor; day: string };
  credits: EntryTotal;
  debits: EntryTotal;
}

/** A statement whose entries fit in memory; its totals follow from them. */
export type Camt053Statement = Omit<Camt053Head, 'credits' | 'debits'> & { entries: readonly Camt053Entry[] };

const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';

/** Escapes texts and attributes. */
const xml = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

/**
 * A bank-to-customer statement as XML, valid by the schema of camt.053.001.08; texts are transliterated to the character
 * set of SEPA. The caller answers for the sum of opening balance and entries being the closing balance.
 */
export function writeCamt053({ entries, ...head }: Camt053Statement): string {
  const [beginning, end] = envelopeOf({
    ...head,
    credits: totalOf(entries.filter(({ amount }) => amount > 0n)),
    debits: totalOf(entries.filter(({ amount }) => amount < 0n)),
  });
  return beginning + entriesOf(entries, head.account.currency) + end;
}

/** As `writeCamt053`, in parts, with one batch of entries in memory at a time. */
export async function* camt053Parts(
  head: Camt053Head,
  batches: AsyncIterable<readonly Camt053Entry[]>,
): AsyncGenerator<string> {
  const [beginning, end] = envelopeOf(head);
  yield beginning;
  for await (const entries of batches) {
    if (entries.length > 0) yield entriesOf(entries, head.account.currency);
  }
  yield end;
}

const totalOf = (entries: readonly Camt053Entry[]): EntryTotal => ({
  count: entries.length,
  sum: entries.reduce((sum, { amount }) => sum + absolute(amount), 0n),
});

/** The document without entries, cut where they belong: at the end of the statement. */
function envelopeOf(head: Camt053Head): [beginning: string, end: string] {
  const document = xml.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: { '@xmlns': namespace, BkToCstmrStmt: { GrpHdr: groupHeader(head), Stmt: statementOf(head) } },
  });
  const cut = document.lastIndexOf('</Stmt>');
  return [document.slice(0, cut), document.slice(cut)];
}

const entriesOf = (entries: readonly Camt053Entry[], currency: string): string =>
  xml.build({ Ntry: entries.map((entry) => entryOf(entry, currency)) });

const groupHeader = ({ messageId, createdAt }: Camt053Head) => ({
  MsgId: sepaReference(messageId, 35),
  CreDtTm: createdAt.toISOString(),
});

/** The elements in the order of the schema, here and below. */
function statementOf({ id, createdAt, from, to, account, opening, closing, ...totals }: Camt053Head) {
  const { currency, holder, bic } = account;
  return {
    Id: sepaReference(id, 35),
    CreDtTm: createdAt.toISOString(),
    FrToDt: { FrDtTm: from.toISOString(), ToDtTm: to.toISOString() },
    Acct: {
      Id: accountIdOf(account),
      Ccy: currency,
      Ownr: { Nm: sepaText(holder, 140) || notProvided },
      Svcr: institution(bic),
    },
    Bal: [
      { Tp: { CdOrPrtry: { Cd: 'OPBD' } }, ...amountOf(opening.amount, currency), Dt: { Dt: opening.day } },
      { Tp: { CdOrPrtry: { Cd: 'CLBD' } }, ...amountOf(closing.amount, currency), Dt: { Dt: closing.day } },
    ],
    TxsSummry: summaryOf(totals, closing.amount - opening.amount, currency),
  };
}

function summaryOf(
  { credits, debits }: Pick<Camt053Head, 'credits' | 'debits'>,
  net: Minor,
  currency: string,
) {
  const total = ({ count, sum }: EntryTotal) => ({
    NbOfNtries: String(count),
    Sum: decimalText(sum, currency),
  });
  return {
    TtlNtries: {
      ...total({ count: credits.count + debits.count, sum: credits.sum + debits.sum }),
      TtlNetNtry: { Amt: decimalText(absolute(net), currency), CdtDbtInd: direction(net) },
    },
    TtlCdtNtries: total(credits),
    TtlDbtNtries: total(debits),
  };
}

function entryOf(entry: Camt053Entry, currency: string) {
  const { amount, bookingDay, valueDay, servicerReference, isReversal } = entry;
  const [domain, family, subFamily] = entry.code;
  const reference = sepaReference(servicerReference, 35);
  const { Amt, CdtDbtInd } = amountOf(amount, currency);
  return {
    NtryRef: reference,
    Amt,
    CdtDbtInd,
    ...(isReversal && { RvslInd: 'true' }),
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: bookingDay },
    ValDt: { Dt: valueDay },
    AcctSvcrRef: reference,
    BkTxCd: { Domn: { Cd: domain, Fmly: { Cd: family, SubFmlyCd: subFamily } } },
    NtryDtls: {
      TxDtls: {
        Refs: referencesOf(entry, reference),
        Amt,
        CdtDbtInd,
        ...counterpartyOf(entry),
        ...remittanceOf(entry),
      },
    },
  };
}

function referencesOf(entry: Camt053Entry, servicer: string) {
  const { messageId, endToEndId, transactionId, mandateId } = entry;
  const [message, endToEnd, transaction, mandate] = [messageId, endToEndId, transactionId, mandateId].map(
    (each) => sepaReference(each ?? '', 35),
  );
  return {
    ...(message && { MsgId: message }),
    AcctSvcrRef: servicer,
    EndToEndId: endToEnd || notProvided,
    ...(transaction && { TxId: transaction }),
    ...(mandate && { MndtId: mandate }),
  };
}

function counterpartyOf({ amount, counterparty }: Camt053Entry) {
  if (!counterparty) return {};
  const { account, bic } = counterparty;
  const role = amount > 0n ? 'Dbtr' : 'Cdtr';
  const name = sepaText(counterparty.name ?? '', 140);
  return {
    ...((name || account) && {
      RltdPties: {
        [role]: { Pty: { Nm: name || notProvided } },
        ...(account && { [`${role}Acct`]: { Id: accountIdOf(account) } }),
      },
    }),
    ...(bic && { RltdAgts: { [`${role}Agt`]: institution(bic) } }),
  };
}

function remittanceOf({ remittance = '' }: Camt053Entry) {
  const pieces = sepaPieces(remittance, 140);
  return pieces.length > 0 ? { RmtInf: { Ustrd: pieces } } : {};
}

const accountIdOf = (account: AccountId) =>
  'iban' in account
    ? { IBAN: account.iban }
    : { Othr: { Id: sepaReference(account.number, 34) || notProvided } };

const institution = (bic: string) => ({ FinInstnId: { BICFI: bic } });

const amountOf = (amount: Minor, currency: string) => ({
  Amt: { '@Ccy': currency, '#text': decimalText(absolute(amount), currency) },
  CdtDbtInd: direction(amount),
});

const direction = (amount: Minor) => (amount < 0n ? 'DBIT' : 'CRDT');

const absolute = (amount: Minor) => (amount < 0n ? -amount : amount);

/** The replacement for a missing text in the rulebooks of SEPA (EPC115-06). */
const notProvided = 'NOTPROVIDED';
