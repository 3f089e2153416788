import { z } from 'zod';
import { compact, withoutMarks } from './invisible-marks';
import { rule } from './validation-texts';

export { fieldTexts, isMalformed, issueText, rule, ruleText } from './validation-texts';

z.config({
  // Our pages' policies forbid `eval`, which zod would use to compile schemas.
  jitless: 'document' in globalThis,
  customError: ({ code, input }) => (code === 'invalid_value' ? wrongInput(input) : undefined),
});

/** A missing or non-string enumeration value is reported like any other malformed field. */
function wrongInput(input: unknown): string | undefined {
  if (input === undefined) return rule('REQUIRED');
  return typeof input === 'string' ? undefined : rule('WRONG_TYPE');
}

const given = (max: number, typed = z.string()) => typed.trim().min(1, rule('REQUIRED')).max(max);

const oneLine = (typed: z.ZodString) =>
  typed.refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), rule('NOT_VALID'));

/** A required text, trimmed, of at most `max` characters, without control characters and halves of characters. */
export const text = (max: number) => oneLine(given(max));

/** As `text`, without the invisible marks of what was copied: for addresses, numbers and codes. */
export const plainText = (max: number) => oneLine(given(max, z.string().overwrite(withoutMarks)));

/**
 * What a person typed or pasted to find something: as `text`, with single blanks and composed letters, and without what cannot
 * be seen, which is left out rather than refused.
 */
export const searchText = (max: number) =>
  given(
    max,
    z.string().overwrite((typed) =>
      typed
        .normalize('NFC')
        .replace(/[^\P{Cc}\s]|[\p{Cf}\p{Cs}]/gu, '')
        .replace(/\s+/g, ' '),
    ),
  );

/** As `text`, with several lines allowed. */
export const lines = (max: number) =>
  given(max).refine((value) => !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(value), rule('NOT_VALID'));

/** An optional text; an empty string means absent (wire contract, section 2). */
export const optionalText = (max: number) => optional(text(max));

const withoutBlank = (value: unknown) =>
  value === null || (typeof value === 'string' && compact(value) === '') ? undefined : value;

/** Makes a schema optional as in the wire contract: null, an empty string and one of nothing that can be seen are absent. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(withoutBlank, schema.optional());

/** As `optional`, with a default for an absent value. */
export const defaulting = <T extends z.ZodType>(schema: T, value: z.util.NoUndefined<z.output<T>>) =>
  z.preprocess(withoutBlank, schema.default(value));

/** A whole number of a path or query, in decimal digits only. */
export const digits = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value), schema);
