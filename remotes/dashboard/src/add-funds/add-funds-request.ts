import { addFundsRequest } from '@bank/contracts/accounts';
import { rule, text } from '@bank/contracts/validation';

const spaces = /[\s€]/g;
const number = /^-?\d+(?:[.,]\d+)?$/;

/** The contract's request with the amount still as typed ("1 234,50"); the contract judges the amount itself. */
export const typedRequest = addFundsRequest.extend({
  amount: text(30)
    .transform((typed) => typed.replace(spaces, ''))
    .refine((typed) => number.test(typed), rule('NOT_VALID'))
    .transform((typed) => Number(typed.replace(',', '.')))
    .pipe(addFundsRequest.shape.amount),
});
