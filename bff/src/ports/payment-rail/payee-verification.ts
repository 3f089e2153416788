import { payeeResults } from '@bank/contracts/payees';
import { z } from 'zod';

/** The counterpart's answer to a verification of payee: a name only for a close match. */
export const payeeVerification = z
  .object({
    result: z.enum(payeeResults),
    name: z.string().max(140).optional(),
  })
  .transform(({ result, name }) =>
    result === 'close_match' && name !== undefined ? { result, name } : { result },
  );
