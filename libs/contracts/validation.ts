import { z } from 'zod';
import { rule } from './validation-texts';

export { fieldTexts, isMalformed, issueText, rule, ruleText } from './validation-texts';

z.config({
  // The policies of our pages allow no code made from text, which zod else tries to make for speed.
  jitless: 'document' in globalThis,
  customError: ({ code, input }) => (code === 'invalid_value' ? wrongInput(input) : undefined),
});

/** One of a few words that was left out, or is no word at all, is as malformed as any other field. */
function wrongInput(input: unknown): string | undefined {
  if (input === undefined) return rule('REQUIRED');
  return typeof input === 'string' ? undefined : rule('WRONG_TYPE');
}

const given = (max: number) => z.string().trim().min(1, rule('REQUIRED')).max(max);

/** A text that must be given, trimmed, of at most `max` characters, without control characters. */
export const text = (max: number) => given(max).refine((value) => !/\p{Cc}/u.test(value), rule('NOT_VALID'));

/** As `text`, but it may have several lines. */
export const lines = (max: number) =>
  given(max).refine((value) => !/[^\P{Cc}\n\r\t]/u.test(value), rule('NOT_VALID'));

/** A text that may be left out; an empty string means absent (wire contract, section 2). */
export const optionalText = (max: number) => optional(text(max));

const withoutBlank = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

/** Makes a schema optional in the wire contract's sense: absent, null or an empty string are the same. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(withoutBlank, schema.optional());

/** As `optional`, with what an absent value stands for. */
export const defaulting = <T extends z.ZodType>(schema: T, value: z.util.NoUndefined<z.output<T>>) =>
  z.preprocess(withoutBlank, schema.default(value));

/** A whole number as paths and queries have it, in decimal digits and nothing else. */
export const digits = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value), schema);
