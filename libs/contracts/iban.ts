import { compact } from './invisible-marks';

/**
 * International account numbers (ISO 13616-1), with the lengths by country from the SWIFT IBAN Registry and the SEPA
 * countries from the European Payments Council's list EPC409-09.
 */
const lengths =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
  'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
  'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
  'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 ' +
  'YE30';

const lengthOf = new Map(
  lengths.split(' ').map((each) => [each.slice(0, 2), Number(each.slice(2))] as const),
);

/** The countries that have IBANs, with the length of theirs. */
export const ibanLengths: ReadonlyMap<string, number> = lengthOf;

const sepaCountries = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO ' +
    'RS SE SI SK SM VA'
  ).split(' '),
);

/** Countries and islands of Europe that SEPA does not reach under a code of their own. */
const otherEuropeans = new Set('BA BY FO GG IM JE RU UA XK'.split(' '));

/** Whether a country, by its two letters (ISO 3166), is one of Europe. */
export const isEuropean = (country: string): boolean =>
  sepaCountries.has(country) || otherEuropeans.has(country);

/** An IBAN without blanks and invisible marks, in upper case. */
export const compactIban = (typed: string): string => compact(typed).toUpperCase();

/** Why a text is no IBAN; for a wrong length also the difference in characters and the country's length. */
export type IbanFault =
  | { kind: 'characters' | 'country' | 'check_digits' }
  | { kind: 'too_short' | 'too_long'; by: number; length: number };

/** The first fault of a compact IBAN, if any. */
export function ibanFault(iban: string): IbanFault | undefined {
  if (!/^[A-Z0-9]*$/.test(iban)) return { kind: 'characters' };
  const length = lengthOf.get(ibanCountry(iban));
  if (length === undefined) return { kind: 'country' };
  const by = Math.abs(iban.length - length);
  if (by > 0) return { kind: iban.length < length ? 'too_short' : 'too_long', by, length };
  return hasValidCheckDigits(iban) ? undefined : { kind: 'check_digits' };
}

/** Whether a compact IBAN has the length of its country and correct check digits. */
export const isIban = (iban: string): boolean => ibanFault(iban) === undefined;

/** The country of an IBAN, as two letters (ISO 3166). */
export const ibanCountry = (iban: string): string => iban.slice(0, 2);

/** Whether SEPA transfers reach an IBAN. */
export const isSepa = (iban: string): boolean => sepaCountries.has(ibanCountry(iban));

/** The payment method that reaches an account by its compact IBAN: both a screen's order and the runs of a standing order have it. */
export const methodFor = (iban: string): 'sepa_transfer' | 'international_transfer' =>
  isSepa(iban) ? 'sepa_transfer' : 'international_transfer';

/** Whether the check digits of an IBAN of any country are correct. */
export function hasValidCheckDigits(iban: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(iban) && isChecked(iban.slice(0, 4), iban.slice(4));
}

/**
 * Whether check digits are those of an account (ISO 7064 MOD 97-10). They are 98 less a remainder, from 02 to 98: 00, 01 and 99
 * have the remainder of 97, 98 and 02, and no account has them (ISO 13616-1).
 * @param start the country and the check digits
 */
export function isChecked(start: string, account: string): boolean {
  return !/(?:00|01|99)$/.test(start) && modulo97(account + start) === 1n;
}

/** The remainder modulo 97, with letters as the numbers from 10 (A) to 35 (Z). */
function modulo97(text: string): bigint {
  return BigInt(text.replace(/[A-Z]/g, (letter) => parseInt(letter, 36).toString())) % 97n;
}

/** An IBAN of that country and account, with its check digits (ISO 13616-1). `account` has the right length. */
export function ibanWith(country: string, account: string): string {
  const check = 98n - modulo97(`${account}${country}00`);
  return `${country}${check.toString().padStart(2, '0')}${account}`;
}
