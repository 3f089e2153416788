import { z } from 'zod';
import { payeeAddress } from './postal-address';

/** The payee of an international payment, beside its account. */
export const paymentPayee = z.object({
  country: z.string(),
  bic: z.string().nullable(),
  clearing_code: z.string().nullable(),
  address: payeeAddress.nullable(),
});
export type PaymentPayee = z.infer<typeof paymentPayee>;

/** An entry of the sanctions list that is like a name; `likeness` is 1 for the same. */
export const sanctionsFinding = z
  .object({
    entry: z.string(),
    name: z.string(),
    likeness: z.number(),
    countries: z.string(),
    programs: z.string(),
  })
  .meta({ id: 'SanctionsFinding' });
export type SanctionsFinding = z.infer<typeof sanctionsFinding>;
