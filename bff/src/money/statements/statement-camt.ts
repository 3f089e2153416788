import { Readable } from 'node:stream';
import { isIban } from '@bank/contracts/iban';
import { camt053Parts, type Camt053Entry, type TransactionCode } from '@bank/contracts/rails/camt053';
import { parisDay } from '../../platform/time/paris-day';
import { daysAround, parisMonthBounds } from '../../platform/time/paris-month';
import type { TransferKind } from '../ledger/movement';
import type { OutsidePayment, Statement, StatementLine } from './statement';

/** Bank transaction codes of ISO 20022's external code sets, of money that comes in and that goes out. */
const codes: Record<TransferKind, [incoming: TransactionCode, outgoing: TransactionCode]> = {
  transfer: [
    ['PMNT', 'RCDT', 'BOOK'],
    ['PMNT', 'ICDT', 'BOOK'],
  ],
  payment: [
    ['PMNT', 'RCDT', 'ESCT'],
    ['PMNT', 'ICDT', 'ESCT'],
  ],
  card: [
    ['PMNT', 'CCRD', 'RIMB'],
    ['PMNT', 'CCRD', 'POSD'],
  ],
  card_refund: [
    ['PMNT', 'CCRD', 'RIMB'],
    ['PMNT', 'CCRD', 'RIMB'],
  ],
  withdrawal: [
    ['PMNT', 'CCRD', 'RIMB'],
    ['PMNT', 'CCRD', 'CWDL'],
  ],
  deposit: [
    ['PMNT', 'MCOP', 'OTHR'],
    ['PMNT', 'MDOP', 'OTHR'],
  ],
  fee: [
    ['PMNT', 'MCOP', 'CHRG'],
    ['PMNT', 'MDOP', 'CHRG'],
  ],
  adjustment: [
    ['PMNT', 'MCOP', 'ADJT'],
    ['PMNT', 'MDOP', 'ADJT'],
  ],
  credit: [
    ['PMNT', 'RCDT', 'ESCT'],
    ['PMNT', 'RCDT', 'ESCT'],
  ],
  debit: [
    ['PMNT', 'RDDT', 'PMDD'],
    ['PMNT', 'RDDT', 'ESDD'],
  ],
  exchange: [
    ['PMNT', 'RCDT', 'BOOK'],
    ['PMNT', 'ICDT', 'BOOK'],
  ],
  reversal: [
    ['PMNT', 'MCOP', 'OTHR'],
    ['PMNT', 'MDOP', 'OTHR'],
  ],
};

/** Payments of other ways than the ordinary one of SEPA. */
const codesOfWays: Partial<Record<OutsidePayment['way'], (typeof codes)[TransferKind]>> = {
  instant: [
    ['PMNT', 'RRCT', 'ESCT'],
    ['PMNT', 'IRCT', 'ESCT'],
  ],
  international: [
    ['PMNT', 'RCDT', 'XBCT'],
    ['PMNT', 'ICDT', 'XBCT'],
  ],
};

/** A statement as camt.053.001.08. */
export function camtOfStatement(
  statement: Statement,
  lines: AsyncIterable<readonly StatementLine[]>,
): Readable {
  const { accountId, month, issuedAt, iban, bic, holder, currency, opening, closing, credits, debits } =
    statement;
  const [from, to] = parisMonthBounds(month);
  const { before, last } = daysAround(month);
  const head = {
    messageId: `STMT-${statement.id}`,
    createdAt: issuedAt,
    id: `${accountId}-${month}`,
    from,
    to,
    account: { iban, bic, holder, currency },
    opening: { amount: opening, day: before },
    closing: { amount: closing, day: last },
    credits,
    debits,
  };
  const entries = async function* () {
    for await (const batch of lines) yield batch.map(toEntry);
  };
  return Readable.from(camt053Parts(head, entries()));
}

function toEntry(line: StatementLine): Camt053Entry {
  const { amount, kind, outside, counterparty, counterpartyAccount } = line;
  const day = parisDay(line.bookedAt);
  const isReversal = kind === 'reversal';
  const [incoming, outgoing] = (!isReversal && outside && codesOfWays[outside.way]) || codes[kind];
  const account = counterpartyAccount === null ? undefined : accountOf(counterpartyAccount);
  return {
    amount,
    bookingDay: day,
    valueDay: day,
    code: amount > 0n ? incoming : outgoing,
    servicerReference: line.reference,
    isReversal,
    ...referencesOf(line),
    ...((counterparty !== null || account) && {
      counterparty: { ...(counterparty !== null && { name: counterparty }), ...(account && { account }) },
    }),
  };
}

function referencesOf({ outside, description }: StatementLine): Partial<Camt053Entry> {
  if (!outside) return { remittance: description };
  const { messageId, endToEndId, transactionId, mandateId, remittance } = outside;
  return {
    messageId: messageId ?? '',
    endToEndId: endToEndId ?? '',
    transactionId: transactionId ?? '',
    mandateId: mandateId ?? '',
    remittance: remittance ?? '',
  };
}

const accountOf = (account: string) => (isIban(account) ? { iban: account } : { number: account });
