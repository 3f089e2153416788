import { isChecked } from './iban';
import { compact } from './invisible-marks';

/**
 * SEPA creditor identifiers (EPC262-08): country, two check digits (ISO 7064 MOD 97-10), a business code of three
 * characters that the check leaves out, and the national identifier.
 */
const shape = /^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/;

/** An identifier without blanks and signs, and in upper case. */
export const compactCreditorId = (typed: string): string =>
  compact(typed)
    .replace(/[/\-?:().,'+]/g, '')
    .toUpperCase();

/** Whether a compact identifier has the right shape and check digits. */
export const isCreditorId = (id: string): boolean => shape.test(id) && isChecked(id.slice(0, 4), id.slice(7));

/** The identity of a creditor: its compact identifier without the business code, which it may change. */
export const creditorKey = (id: string): string => {
  const written = compactCreditorId(id);
  return written.slice(0, 4) + written.slice(7);
};
