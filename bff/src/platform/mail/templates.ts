import type { Language } from '@bank/contracts/language';
import { withValues } from '@bank/contracts/placeholders';
import en from '../../../locales/mail.en.json';
import fr from '../../../locales/mail.fr.json';

type TextName = keyof typeof fr;
const texts: Record<Language, Record<TextName, string>> = { fr, en };

type TemplateOf<Name> = Name extends `${infer Template}.subject` ? Template : never;

/** The names of the mails in `locales/mail.*.json`. */
export type MailTemplate = TemplateOf<TextName>;

/** Whether mail programs make a link of a text: it contains an internet address, or the name of a host. */
export const isLinked = (text: string): boolean =>
  /:\/\/|www\.|(\p{L}{2}|\p{L}[\p{L}\p{N}-]*\p{N}|[\p{L}\p{N}]-+\p{L})\.\p{L}{2,}|\.\p{L}{2,}\//iu.test(text);

/**
 * A mail's subject and body, as text and as HTML; the value `link` becomes a button. A `name` that would be a link is left out of
 * the greeting: a stranger may have typed it with the address of somebody else.
 */
export function composed(template: MailTemplate, language: Language, values: Record<string, string>) {
  const textOf = (part: 'subject' | 'greeting' | 'body' | 'action' | 'ignore') =>
    texts[language][`${template}.${part}` as TextName] ?? '';
  const line = (part: Parameters<typeof textOf>[0]) => withValues(textOf(part), values);
  const greeting = isLinked(values['name'] ?? '')
    ? textOf('greeting').replace(' {name}', '')
    : line('greeting');
  const signature = texts[language]['signature'];
  const { link } = values;
  const button = link && [
    `<p><a href="${escaped(link)}" style="${buttonStyle}">${escaped(line('action'))}</a></p>`,
    `<p style="word-break:break-all">${escaped(link)}</p>`,
  ];
  return {
    subject: line('subject'),
    text: [greeting, line('body'), ...(link ? [link] : []), line('ignore'), signature].join('\n\n'),
    html: htmlPage(language, line('subject'), [
      `<p>${escaped(greeting)}</p>`,
      `<p style="white-space:pre-line">${escaped(line('body'))}</p>`,
      ...(button || []),
      `<p>${escaped(line('ignore'))}</p>`,
      `<p>${escaped(signature)}</p>`,
    ]),
  };
}

const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#0e5a49;color:#fff;text-decoration:none';

/** With a ground of its own: some dark mail programs change the ground alone, on which the dark text could not be read. */
const htmlPage = (language: Language, title: string, paragraphs: string[]) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title></head>` +
  `<body style="font-family:sans-serif;line-height:1.5;color:#14211d;background-color:#fff">${paragraphs.join('')}</body></html>`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
