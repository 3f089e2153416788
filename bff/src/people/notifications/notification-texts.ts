import type { Language } from '@bank/contracts/language';
import { cardReason } from '@bank/contracts/card-reasons';
import { documentsInWords } from '@bank/contracts/document-faults';
import { debitReason } from '@bank/contracts/debit-reasons';
import { formatLocales } from '@bank/contracts/format-locales';
import { railReason, recallReason } from '@bank/contracts/rail-reasons';
import en from '../../../locales/notifications.en.json';
import fr from '../../../locales/notifications.fr.json';
import { plainAmountText } from '../../platform/exports/notation';

type TextName = keyof typeof fr;
const texts: Record<Language, Record<TextName, string>> = { fr, en };

type KeyOf<Name> = Name extends `${infer Key}.title` ? Key : never;

/** The name of a notification's texts in `locales/notifications.*.json`. */
export type NotificationKey = KeyOf<TextName>;

type ValueKind =
  | 'money'
  | 'reason'
  | 'debit_reason'
  | 'card_reason'
  | 'recall_reason'
  | 'documents'
  | 'next_run';

/**
 * The title and message of a notification. `{name}` is replaced by a value, `{name:money}` by a formatted amount of a decimal
 * such as `1234.50`, in the value `<name>_currency` or `currency`, or else in euros, `{name:reason}` and `{name:debit_reason}`
 * by the words of a reason code of ISO 20022 for a payment and a direct debit, `{name:card_reason}` by those of a card payment,
 * `{name:recall_reason}` by those of a refused recall, `{name:documents}` by those of documents to send again,
 * `{name:next_run}` by when an order runs next: a day, empty after the last, and absent from older notifications.
 */
export function notificationTexts(key: string, values: Record<string, string>, language: Language) {
  const text = (part: 'title' | 'message') =>
    (texts[language][`${key}.${part}` as TextName] ?? '').replace(
      /\{(\w+)(?::(money|reason|debit_reason|card_reason|recall_reason|documents|next_run))?\}/g,
      (_whole, name: string, kind: ValueKind | undefined) => {
        if (kind === 'next_run') return nextRunText(values[name], language);
        const value = values[name] ?? '';
        if (kind === 'money')
          return plainAmountText(Number(value), values[`${name}_currency`] ?? values.currency ?? 'EUR');
        if (kind === 'documents') return documentsInWords(value, language);
        if (kind === 'card_reason') return cardReason(value, language);
        if (kind === 'debit_reason') return debitReason(value, language);
        if (kind === 'recall_reason') return recallReason(value, language);
        return kind === 'reason' ? railReason(value, language) : value;
      },
    );
  return { title: text('title'), message: text('message') };
}

/** Whether this version has the texts of a notification; it lacks those of a later one, and of an earlier one that dropped them. */
export const hasTexts = (key: string): boolean => Object.hasOwn(texts.fr, `${key}.title`);

/** Whether the message of a notification has an amount. */
export const mentionsMoney = (key: string): boolean =>
  (texts.fr[`${key}.message` as TextName] ?? '').includes(':money}');

function nextRunText(day: string | undefined, language: Language): string {
  if (!day) return texts[language][day === undefined ? 'next_run.planned' : 'next_run.none'];
  const at = new Date(day).toLocaleDateString(formatLocales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return texts[language]['next_run.dated'].replace('{day}', () => at);
}
