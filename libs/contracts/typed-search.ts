import { compact } from './invisible-marks';

/** A text with the dashes of pages and word processors as the hyphen of references, amounts and days. */
export const withHyphens = (typed: string): string => typed.replace(/[\p{Pd}\u2212]/gu, '-');

/** A search for the bank's own references, which have hyphens and no blanks; without control characters. */
export const searchedReference = (typed: string): string =>
  withHyphens(compact(typed)).replace(/\p{Cc}/gu, '');

/** A search for account numbers as they are stored: without blanks, and an IBAN without hyphens. */
export function searchedAccount(typed: string): string {
  const number = searchedReference(typed);
  const bare = number.replaceAll('-', '');
  return /^[a-z]{2}\d{2}/i.test(bare) ? bare : number;
}
