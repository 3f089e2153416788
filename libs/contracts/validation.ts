import { z } from 'zod';
import { rule } from './validation-texts';

export { fieldTexts, isMalformed, issueText, rule, ruleText } from './validation-texts';

// The policies of our pages allow no code made from text, which zod else tries to make for speed.
if ('document' in globalThis) z.config({ jitless: true });

/** A text that must be given, trimmed, of at most `max` characters, without control characters. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, rule('REQUIRED'))
    .max(max)
    .refine((value) => !/\p{Cc}/u.test(value), rule('NOT_VALID'));

/** A text that may be left out; an empty string means absent (wire contract, section 2). */
export const optionalText = (max: number) => optional(text(max));

/** Makes a schema optional in the wire contract's sense: absent, null or an empty string are the same. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());
