import { compactCreditorId, creditorKey, isCreditorId } from '@bank/contracts/creditor-identifier';
import { homeCurrency } from '@bank/contracts/currencies';
import { addDays } from '@bank/contracts/days';
import { largestMinor } from '@bank/contracts/money';
import type { Collection } from '@bank/contracts/rails/collections';
import { isDay } from '@bank/contracts/rails/parts';
import type { Payer } from './payers.service';

/** Why a collection is refused or given back (ISO 20022 external codes, in the sense of EPC173-14). */
export const debitReasons = {
  unreadable: 'FF01',
  unknown: 'AC01',
  closed: 'AC04',
  blocked: 'AC06',
  currency: 'AM03',
  nothing: 'AM01',
  amount: 'AM02',
  /** The id of another collection. */
  duplicate: 'AM05',
  creditor: 'BE05',
  mandate: 'MD02',
  date: 'DT01',
  funds: 'AM04',
  /** The identity of the payer is not verified: the account does not allow it. */
  level: 'AG01',
  /** The payer's own rules, a service of the debtor's bank (Regulation (EU) 260/2012, article 5(3)(d)). */
  rules: 'SL01',
  /** The payer refused it before it was settled. */
  payer: 'MS02',
  /** The payer wants it back, within eight weeks. */
  refund: 'MD06',
  /** The payer had signed no mandate. */
  unauthorised: 'MD01',
} as const;

/** Further ahead no collection is presented. */
const daysAhead = 366;

const isId = (text: string) => /^[\x21-\x7e](?:[\x20-\x7e]{0,33}[\x21-\x7e])?$/.test(text);

/** Whether a collection has ids that it can be stored by. */
export const isReadable = ({ transactionId, endToEndId, debtor }: Collection): boolean =>
  isId(transactionId) && isId(endToEndId) && /^[\x21-\x7e]{1,34}$/.test(debtor.account);

/** The day of an ISODate, or undefined. */
export const dayIn = (text: string | undefined): string | undefined =>
  text !== undefined && isDay(text) ? text : undefined;

/**
 * The day on which a collection is debited: its due day, or today for one that comes late; where banks do not settle with
 * each other on it, the next day on which they do (SEPA Direct Debit Core rulebook, EPC016-06, on due dates).
 */
export function settlementDayOf(
  dueOn: string | undefined,
  today: string,
  nextDay: (day: string) => string,
): string {
  return nextDay(dueOn !== undefined && dueOn > today ? dueOn : today);
}

/** The reason code of a collection that cannot be taken, if any. */
export function faultOf(collection: Collection, payer: Payer | undefined, today: string): string | undefined {
  return (
    unavailable(payer) ??
    faultOfAmount(collection, payer) ??
    faultOfMandate(collection, today) ??
    (payer?.allows(creditorKey(collection.creditor.id)) ? undefined : debitReasons.rules)
  );
}

/** The reason code of an account that cannot be debited, if any. */
export function unavailable(payer: Payer | undefined): string | undefined {
  if (!payer) return debitReasons.unknown;
  if (!payer.isOpen) return debitReasons.closed;
  return payer.isActive ? undefined : debitReasons.blocked;
}

/** SEPA collects euros, from accounts in euros. */
function faultOfAmount({ amount }: Collection, payer: Payer | undefined): string | undefined {
  if (amount.currency !== homeCurrency || payer?.currency !== homeCurrency) return debitReasons.currency;
  if (amount.minor <= 0n) return debitReasons.nothing;
  return amount.minor > largestMinor / 4n ? debitReasons.amount : undefined;
}

function faultOfMandate(
  { creditor, mandateId, signedOn, dueOn }: Collection,
  today: string,
): string | undefined {
  if (!isCreditorId(compactCreditorId(creditor.id))) return debitReasons.creditor;
  if (!isId(mandateId) || (signedOn !== '' && !isDay(signedOn))) return debitReasons.mandate;
  const due = dayIn(dueOn);
  return due === undefined || due > addDays(today, daysAhead) ? debitReasons.date : undefined;
}
