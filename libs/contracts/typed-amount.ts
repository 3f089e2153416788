import type { z } from 'zod';
import { compact } from './invisible-marks';
import { rule, text } from './validation';

const number = /^-?\d+(?:[.,]\d+)?$/;

/** A typed amount ("1 234,50"), validated by the contract's `amount`. */
export const typedAmount = (amount: z.ZodType<number, number>) =>
  text(30)
    .transform((typed) => compact(typed).replaceAll('€', ''))
    .refine((typed) => number.test(typed), rule('NOT_VALID'))
    .transform((typed) => Number(typed.replace(',', '.')))
    .pipe(amount);
