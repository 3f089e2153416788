import { compactIban, isIban } from '@bank/contracts/iban';

/** The kinds of search for a typed payee. */
export type PayeeSearch =
  | { by: 'username' | 'email' | 'phone' | 'iban'; value: string }
  | { by: 'number'; value: number };

/** The largest id of a user. */
const largestNumber = 4_294_967_295;

/**
 * Reads a typed payee: `@name`, an e-mail, an IBAN, a telephone number, which begins with + or 0, or a client number.
 * Undefined when it is none of these.
 */
export function searchOf(typed: string): PayeeSearch | undefined {
  const text = typed.trim();
  if (/^@[^@\s]+$/.test(text)) return { by: 'username', value: text.slice(1) };
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return { by: 'email', value: text.toLowerCase() };
  const iban = compactIban(text);
  if (isIban(iban)) return { by: 'iban', value: iban };
  if (/^\d{1,10}$/.test(text) && !text.startsWith('0')) {
    const value = Number(text);
    return value <= largestNumber ? { by: 'number', value } : undefined;
  }
  const phone = phoneKey(text);
  return /^\+\d{6,15}$/.test(phone) ? { by: 'phone', value: phone } : undefined;
}

/** A telephone number as `users.phone_key` has it: E.164, French without a country code. */
function phoneKey(typed: string): string {
  const digits = typed
    .replace(/[\s.-]/g, '')
    .replace('(0)', '')
    .replace(/[()]/g, '');
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  return digits.startsWith('0') ? `+33${digits.slice(1)}` : digits;
}
