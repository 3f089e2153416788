import type { z } from 'zod';
import { rule, text } from '@bank/contracts/validation';

const spaces = /[\s€]/g;
const number = /^-?\d+(?:[.,]\d+)?$/;

/** An amount as people type it ("1 234,50"); the contract's own schema judges the number. */
export const typedAmount = <Amount extends z.ZodType<number, number>>(judge: Amount) =>
  text(30)
    .transform((typed) => typed.replace(spaces, ''))
    .refine((typed) => number.test(typed), rule('NOT_VALID'))
    .transform((typed) => Number(typed.replace(',', '.')))
    .pipe(judge);
