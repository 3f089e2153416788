import { flag, text, whole } from '../../platform/database/columns';
import type { Language } from '@bank/contracts/language';

/** Notifications that a person wrote (`written_id`) take their words from one row, in the reader's language. */
export const joinWritten = 'LEFT JOIN written_notifications w ON w.id = n.written_id';

export const writtenColumns = 'w.id AS writtenId, w.marketing, w.title_fr, w.title_en, w.text_fr, w.text_en';

export const writtenRow = {
  writtenId: whole.nullable(),
  marketing: flag.nullable(),
  title_fr: text.nullable(),
  title_en: text.nullable(),
  text_fr: text.nullable(),
  text_en: text.nullable(),
};

interface Words {
  title_fr: string | null;
  title_en: string | null;
  text_fr: string | null;
  text_en: string | null;
}

/** The values of the text `written`; empty for a notification of the bank's own. */
export const wordsOf = (row: Words, language: Language) => ({
  written_title: row[`title_${language}`] ?? '',
  written_text: row[`text_${language}`] ?? '',
});
