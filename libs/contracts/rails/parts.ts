import { decimalsOf, decimalText as decimalOf } from '../currencies';
import { sepaName, sepaText } from './sepa-text';
import { bankTimeZone } from '../days';
import { textAt, type XmlElement, XmlError, element } from './xml';

/** An amount in minor units of a currency (ISO 4217). */
export interface Money {
  minor: bigint;
  currency: string;
}

/** A person or company, its account and its bank. */
export interface Party {
  name: string;
  account: string;
  /** Absent where the IBAN alone routes. */
  bic?: string;
  /** The branch of its bank in a national clearing system, in international payments. */
  clearing?: { system: string; code: string };
  /** In parts, in international payments. */
  address?: PostalAddress;
}

/** A postal address in parts, as far as it is known; `country` by its two letters. */
export interface PostalAddress {
  street?: string | undefined;
  postcode?: string | undefined;
  town?: string | undefined;
  country: string;
}

/** A reason code of ISO 20022, such as AC01, and a text for people. */
export interface Reason {
  code: string;
  text?: string;
}

/** An amount as a decimal text with all decimals of its currency. */
export const decimalText = ({ minor, currency }: Money): string => decimalOf(minor, currency);

export const amountElement = (amount: Money): XmlElement => ({
  '@Ccy': amount.currency,
  '#': decimalText(amount),
});

/** @throws XmlError without an amount, and for more decimals than the currency has. */
export function amountAt(parent: XmlElement | undefined, name: string): Money {
  const currency = textAt(parent, name, '@Ccy');
  const text = textAt(parent, name);
  if (!currency || !/^[A-Z]{3}$/.test(currency) || !text || !/^\d{1,15}(?:\.\d{0,5})?$/.test(text)) {
    throw new XmlError(`the message has no amount in ${name}`);
  }
  const [whole = '', fraction = ''] = text.split('.');
  const places = decimalsOf(currency);
  if (fraction.slice(places).replace(/0/g, '') !== '') throw new XmlError(`${name} has too many decimals`);
  return { minor: BigInt(whole + fraction.slice(0, places).padEnd(places, '0')), currency };
}

/** The element for a bank without any identification, by the SEPA guidelines. */
export const agent = (bic: string | undefined, clearing?: Party['clearing']): XmlElement => ({
  FinInstnId:
    bic === undefined && clearing === undefined
      ? { Othr: { Id: 'NOTPROVIDED' } }
      : {
          BICFI: bic,
          ClrSysMmbId: clearing && { ClrSysId: { Cd: clearing.system }, MmbId: clearing.code },
        },
});

/** A person or company with the postal address, if it is known. */
export const partyElement = ({ name, address }: Party): XmlElement => ({
  Nm: sepaName(name),
  PstlAdr: address && {
    StrtNm: sepaText(address.street ?? '', 70) || undefined,
    PstCd: sepaText(address.postcode ?? '', 16) || undefined,
    TwnNm: address.town === undefined ? undefined : sepaText(address.town, 35) || notProvided,
    Ctry: address.country,
  },
});

export const bicAt = (parent: XmlElement | undefined, name: string): string | undefined =>
  textAt(parent, name, 'FinInstnId', 'BICFI');

/** A BIC with its branch: eight characters are the head office, as `XXX` after them is (ISO 9362). */
export const fullBic = (bic: string): string => (bic.length === 8 ? `${bic}XXX` : bic);

/** The forms in which a BIC may be stored: that of a head office in full and, as it was once written, in eight characters. */
export const bicForms = (bic: string): string[] => {
  const full = fullBic(bic);
  return /^\w{8}XXX$/.test(full) ? [full, full.slice(0, 8)] : [bic];
};

const ibanLike = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/;

export const accountElement = (account: string): XmlElement => ({
  Id: ibanLike.test(account) ? { IBAN: account } : { Othr: { Id: account } },
});

/** @throws XmlError without an account. */
export function partyAt(parent: XmlElement, role: 'Dbtr' | 'Cdtr'): Party {
  const id = element(parent, `${role}Acct`, 'Id');
  const account = textAt(id, 'IBAN') ?? textAt(id, 'Othr', 'Id');
  if (!account) throw new XmlError(`the message has no account in ${role}Acct`);
  const bic = bicAt(parent, `${role}Agt`);
  return { name: textAt(parent, role, 'Nm') ?? '', account, ...(bic !== undefined && { bic }) };
}

/** @throws XmlError without a text there. */
export function required(parent: XmlElement | undefined, ...path: string[]): string {
  const text = textAt(parent, ...path);
  if (text === undefined) throw new XmlError(`the message has no ${path.join('/')}`);
  return text;
}

const messageIdLike = /^[\x20-\x7e]{1,35}$/;

/** The id of a message. @throws XmlError without one, and for one that is not in the character set of SEPA. */
export function messageIdAt(parent: XmlElement | undefined, name: string): string {
  const id = required(parent, name);
  if (!messageIdLike.test(id)) throw new XmlError(`${name} is not in the character set of SEPA`);
  return id;
}

/** A reference, Max35Text of the schema, or undefined. @throws XmlError for a longer one. */
export function referenceAt(parent: XmlElement | undefined, ...path: string[]): string | undefined {
  const text = textAt(parent, ...path);
  if (text !== undefined && text.length > 35)
    throw new XmlError(`${path.join('/')} has more than 35 characters`);
  return text;
}

/** @throws XmlError without a reference there, and for one that is too long. */
export function requiredReference(parent: XmlElement | undefined, ...path: string[]): string {
  return referenceAt(parent, ...path) ?? required(parent, ...path);
}

const zone = '(Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?';
/** ISODateTime and ISODate of the schemas: xs:dateTime and xs:date. */
const momentLike = new RegExp(
  `^(\\d{4}-\\d{2}-\\d{2})T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)${zone}$`,
);
const dayLike = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})${zone}$`);

/** Whether a text is a day of the calendar, `YYYY-MM-DD`; a database stores none before the year 1000. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  // A day that the month does not have is none, or would become another one.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/**
 * The moment of an ISODateTime; one without an offset is of the bank's time zone, where the clearing house is as well.
 * @throws XmlError for another text, and for a day that the calendar does not have.
 */
export function momentAt(parent: XmlElement | undefined, ...path: string[]): Date {
  const text = required(parent, ...path);
  const [, day, offset] = momentLike.exec(text) ?? [];
  if (day === undefined || !isDay(day)) throw new XmlError(`${path.join('/')} is no moment`);
  return offset === undefined ? localMoment(new Date(`${text}Z`)) : new Date(text);
}

/**
 * The day of an ISODate, or undefined without one.
 * @throws XmlError for another text, and for a day that the calendar does not have.
 */
export function dayAt(parent: XmlElement | undefined, ...path: string[]): string | undefined {
  const text = textAt(parent, ...path);
  if (text === undefined) return undefined;
  const [, day] = dayLike.exec(text) ?? [];
  if (day === undefined || !isDay(day)) throw new XmlError(`${path.join('/')} is no day`);
  return day;
}

/** `2026-11-22 18:30:00`, of the bank's time zone. */
const local = new Intl.DateTimeFormat('sv-SE', {
  timeZone: bankTimeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The moment at which the clocks of Paris, one or two hours ahead, show what those of UTC show at another one. */
function localMoment(shown: Date): Date {
  const [summer, winter] = [2, 1].map((hours) => new Date(shown.getTime() - hours * 3_600_000)) as [
    Date,
    Date,
  ];
  return local.format(summer) === shown.toISOString().slice(0, 19).replace('T', ' ') ? summer : winter;
}

/** The bank's calendar day in which a moment falls, as an ISODate. */
export const dayOf = (at: Date): string => local.format(at).slice(0, 10);

/** An ISODateTime in UTC, without fractions. */
export const isoMoment = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, 'Z');

export const reasonElement = ({ code, text }: Reason): XmlElement => ({
  Rsn: { Cd: code },
  AddtlInf: text?.slice(0, 105),
});

/** ExternalReasonCode of the schemas. */
const reasonCodeLike = /^[\x21-\x7e]{1,4}$/;

/**
 * A reason, or undefined. One in words of the sender's own is NARR, the code for that.
 * @throws XmlError for a code that cannot be one.
 */
export function reasonAt(parent: XmlElement | undefined, name: string): Reason | undefined {
  const info = element(parent, name);
  const [code, own] = [textAt(info, 'Rsn', 'Cd'), textAt(info, 'Rsn', 'Prtry')];
  if (code !== undefined && !reasonCodeLike.test(code)) throw new XmlError(`${name} has no reason code`);
  const text = textAt(info, 'AddtlInf');
  if (code === undefined && own !== undefined && !reasonCodeLike.test(own)) {
    return { code: 'NARR', text: text ?? own };
  }
  const given = code ?? own;
  return given === undefined ? undefined : { code: given, ...(text !== undefined && { text }) };
}

/** The remittance information; absent if none of it can be written. */
export function remittanceElement(text: string | undefined): XmlElement | undefined {
  const written = sepaText(text ?? '', 140);
  return written === '' ? undefined : { Ustrd: written };
}

/** The end-to-end reference where the payer gave none, as the rulebooks say it. */
export const notProvided = 'NOTPROVIDED';
