// Without zod except its types, since a form may be shown before its rules are loaded.
import type { z } from 'zod';
import type { Language } from './language';
import en from './locales/validation.en.json';
import fr from './locales/validation.fr.json';

type RuleText = keyof typeof fr;
const texts: Record<Language, Record<RuleText, string>> = { fr, en };

/** Names the rule of a schema's refinement, so that screens and server use the same sentence. */
export const rule = (name: RuleText): string => name;

/** The sentence of a rule, by its name. */
export function ruleText(name: string, language: Language): string {
  return (texts[language][name as RuleText] as string | undefined) ?? texts[language].NOT_VALID;
}

/**
 * The sentence for one refused value, in the person's language. A schema names its own rules with `rule()`; all other
 * errors get a sentence by kind.
 */
export function issueText(issue: z.core.$ZodIssue, language: Language): string {
  const own = texts[language][issue.message as RuleText] as string | undefined;
  return own ?? texts[language][ruleOf(issue)];
}

function ruleOf(issue: z.core.$ZodIssue): RuleText {
  switch (issue.code) {
    case 'invalid_type':
      // Zod marks a missing value only in its message.
      return issue.message.endsWith('received undefined') ? 'REQUIRED' : 'WRONG_TYPE';
    case 'too_small':
      if (issue.origin !== 'string' && issue.origin !== 'array') return 'TOO_SMALL';
      return Number(issue.minimum) <= 1 ? 'REQUIRED' : 'TOO_SHORT';
    case 'too_big':
      return issue.origin === 'string' ? 'TOO_LONG' : 'TOO_BIG';
    default:
      return 'NOT_VALID';
  }
}

/** Whether the input is malformed (400) rather than against a rule (422). */
export function isMalformed(error: z.core.$ZodError): boolean {
  return error.issues.some(
    ({ code, message }) =>
      code === 'invalid_type' ||
      code === 'unrecognized_keys' ||
      ((code === 'invalid_value' || code === 'invalid_union') &&
        (message === rule('REQUIRED') || message === rule('WRONG_TYPE'))),
  );
}

/** How many unknown fields are named, and how much of their names: a caller may send any number. */
const named = { fields: 10, letters: 60 };

/** One sentence per refused field, keyed by the field's dotted path (`form` for the whole); an unknown field is named. */
export function fieldTexts(error: z.core.$ZodError, language: Language): Record<string, string> {
  const fields = new Map<string, string>();
  const refuse = (path: PropertyKey[], sentence: string) => {
    const field = path.join('.') || 'form';
    if (!fields.has(field)) fields.set(field, sentence);
  };
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') {
      refuse(issue.path, issueText(issue, language));
      continue;
    }
    for (const name of issue.keys.slice(0, named.fields).map((key) => key.slice(0, named.letters))) {
      refuse(
        [...issue.path, name],
        texts[language].UNKNOWN_FIELD.replace('{name}', () => name),
      );
    }
  }
  return Object.fromEntries(fields);
}
