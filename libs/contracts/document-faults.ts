import type { Language } from './language';
import en from './locales/document-faults.en.json';
import fr from './locales/document-faults.fr.json';

/** Why a document has to be sent again; `other` is said in words. */
export const documentFaults = [
  'illegible',
  'cut_off',
  'expired',
  'too_old',
  'other_name',
  'wrong_kind',
  'face_hidden',
  'other',
] as const;
export type DocumentFault = (typeof documentFaults)[number];

type TextName = keyof typeof fr;
const texts: Record<Language, Record<TextName, string>> = { fr, en };

const textOf = (name: string, language: Language): string =>
  Object.hasOwn(texts[language], name) ? texts[language][name as TextName] : '';

/** A fault in plain words, with what to do; empty for an unknown one. */
export const documentFault = (fault: string, language: Language): string =>
  textOf(`fault_${fault}`, language);

/** The documents that have to be sent again, such as `identity:expired,selfie:illegible`, in a sentence. */
export const documentsInWords = (list: string, language: Language): string =>
  list
    .split(',')
    .map((pair) => pair.split(':'))
    .map(
      ([kind = '', fault = '']) =>
        `${textOf(`kind_${kind}`, language)} (${textOf(`brief_${fault}`, language)})`,
    )
    .join(', ');
