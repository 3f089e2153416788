import { z } from 'zod';
import { optionalText, rule, text } from './validation';

/** A country by its two letters (ISO 3166). */
export const countryCode = text(2)
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, rule('COUNTRY'));

/** A postal address in parts, as ISO 20022 has asked for since November 2025: at least town and country. */
export const payeeAddress = z.object({
  street: optionalText(70),
  postcode: optionalText(16),
  town: text(35),
  country: countryCode,
});
export type PayeeAddress = z.infer<typeof payeeAddress>;
