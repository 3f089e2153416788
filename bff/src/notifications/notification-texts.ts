import type { Language } from '@bank/contracts/language';
import en from '../../locales/notifications.en.json';
import fr from '../../locales/notifications.fr.json';

type TextName = keyof typeof fr;
const texts: Record<Language, Record<TextName, string>> = { fr, en };

type KeyOf<Name> = Name extends `${infer Key}.title` ? Key : never;

/** Names a notification's `.title` and `.message` in `locales/notifications.*.json`. */
export type NotificationKey = KeyOf<TextName>;

/**
 * The title and message of a notification in a language. `{name}` stands for a value as it is, `{name:money}` for
 * a decimal such as `1234.50`, in the currency that the value `currency` names or else in euros.
 */
export function notificationTexts(key: string, values: Record<string, string>, language: Language) {
  const text = (part: 'title' | 'message') =>
    (texts[language][`${key}.${part}` as TextName] ?? '').replace(
      /\{(\w+)(:money)?\}/g,
      (_whole, name: string, money: string | undefined) =>
        money ? amountText(values[name] ?? '', values.currency ?? 'EUR') : (values[name] ?? ''),
    );
  return { title: text('title'), message: text('message') };
}

/** French notation in both languages, as on every screen (specification 2, section 9: locale fr-FR). */
const amountText = (decimal: string, currency: string) =>
  formatOf(currency).format(Number(decimal)).replace('-', '−');

/** A format is dear to make. */
const formats = new Map<string, Intl.NumberFormat>();
function formatOf(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat('fr-FR', { style: 'currency', currency });
  formats.set(currency, format);
  return format;
}
