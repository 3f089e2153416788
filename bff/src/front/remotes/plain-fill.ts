import type { Language } from '@bank/contracts/language';
import { escapeHtml } from './host-document';

/** The result of a form that was sent without a script. */
export interface Outcome {
  tone: 'status' | 'alert';
  text: string;
  /** The refused fields by their names. */
  fields?: Record<string, string>;
  /** The HTML of the form that comes next, in the place of the page's own. */
  form?: string;
}

/**
 * A prerendered page after its form was sent: the outcome above the form, and what was typed in the fields, but no password.
 * All of it is escaped.
 */
export function afterSending(
  page: string,
  outcome: Outcome,
  typed: Record<string, string>,
  language: Language,
): string {
  const next = outcome.form;
  const shown = next ? page.replace(/<form [^>]*method="post"[^]*?<\/form>/, () => next) : page;
  const noted = shown.replace(/<form [^>]*method="post"/, (form) => note(shown, outcome, language) + form);
  const marked = Object.keys(outcome.fields ?? {}).reduce(markRefused, noted);
  return Object.entries(typed).reduce((html, [name, value]) => withValue(html, name, value), marked);
}

function note(page: string, { tone, text, fields = {} }: Outcome, language: Language): string {
  // French alone has a space before it, which must not break.
  const colon = language === 'en' ? ':' : '\u00a0:';
  const items = Object.entries(fields).map(([name, message]) => {
    const { id, label } = fieldOf(page, name);
    const sentence = label ? `${label}${colon} ${escapeHtml(message)}` : escapeHtml(message);
    return id ? `<li id="${refusalOf(id)}"><a href="#${id}">${sentence}</a></li>` : `<li>${sentence}</li>`;
  });
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '';
  return `<div class="plain-note" role="${tone}"><p>${escapeHtml(text)}</p>${list}</div>`;
}

const refusalOf = (id: string) => `${id}-refusal`;

/** Marks a field as invalid, described by its refusal in the note (WCAG 2.2, 3.3.1). */
function markRefused(page: string, name: string): string {
  const { id } = fieldOf(page, name);
  if (!id) return page;
  return page.replace(tagOf(name), (tag) => {
    const [, hint] = /\saria-describedby="([^"]*)"/.exec(tag) ?? [];
    const described = [refusalOf(id), hint].filter(Boolean).join(' ');
    const rest = tag.replace(/\saria-(?:invalid|describedby)="[^"]*"/g, '');
    return rest.replace(/\/?>$/, (end) => ` aria-invalid="true" aria-describedby="${described}"${end}`);
  });
}

/** The id of a field and its label, both as they stand in the page. */
function fieldOf(page: string, name: string): { id?: string; label?: string } {
  const tag = tagsOf(page, name).at(-1);
  const id = tag && /\sid="([^"]*)"/.exec(tag)?.[1];
  if (!id) return {};
  const [, label] = new RegExp(`<label [^>]*for="${pattern(id)}"[^>]*>([^<]*)</label>`).exec(page) ?? [];
  return { id, label };
}

const tagsOf = (page: string, name: string) => page.match(tagOf(name)) ?? [];
const tagOf = (name: string) =>
  new RegExp(`<(?:input|textarea|select)\\b[^>]*\\sname="${pattern(name)}"[^>]*>`, 'g');

function withValue(page: string, name: string, value: string): string {
  const text = escapeHtml(value);
  return page
    .replace(tagOf(name), (tag) => {
      const isFilled =
        tag.startsWith('<input') && !/\stype="(password|radio|checkbox|file|hidden)"/.test(tag);
      return isFilled ? tag.replace(/\svalue="[^"]*"/, '').replace(/\/?>$/, () => ` value="${text}"/>`) : tag;
    })
    .replace(withContent('textarea', name), (_whole, open: string) => `${open}\n${text}</textarea>`)
    .replace(withContent('select', name), (_whole, open: string, options: string) => {
      const chosen = options
        .replaceAll(' selected=""', '')
        .replace(`<option value="${text}"`, (option) => `${option} selected=""`);
      return `${open}${chosen}</select>`;
    });
}

const withContent = (element: string, name: string) =>
  new RegExp(`(<${element}\\b[^>]*\\sname="${pattern(name)}"[^>]*>)([\\s\\S]*?)</${element}>`, 'g');

const pattern = (text: string) => text.replace(/[^\w-]/g, '\\$&');
