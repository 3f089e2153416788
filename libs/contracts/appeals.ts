import { z } from 'zod';
import { appealSubjects } from './case-topics';
import { currency, foreignAmount } from './money';
import { stop } from './next-step';
import { digits, lines, optional } from './validation';

/** Appeals of one customer within 24 hours. */
export const appealsPerDay = 10;

const subject = {
  about: z.enum(appealSubjects),
  /** Of what it is about; an identity, an account and a refused transfer need none. */
  id: optional(digits(z.int().positive())),
};

export const appealQuery = z.strictObject(subject);
export type AppealQuery = z.infer<typeof appealQuery>;

export const appealForm = z.object({ ...subject, text: lines(4_000) });
export type AppealForm = z.infer<typeof appealForm>;

/** The multipart form, for the API description. */
export const appealUpload = appealForm.extend({
  files: z.array(z.string().meta({ format: 'binary' })).optional(),
});

/** Why something is refused, held or blocked, and the appeal about it that is under way, if there is one. */
export const appealOffer = z
  .object({
    about: z.enum(appealSubjects),
    /** Such as the recipient or the merchant; empty without a name of its own. */
    label: z.string(),
    amount: foreignAmount.nullable(),
    currency: currency.nullable(),
    why: stop,
    case_id: z.int().nullable(),
  })
  .meta({ id: 'AppealOffer' });
export type AppealOffer = z.infer<typeof appealOffer>;
