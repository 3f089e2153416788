import type { Language } from '@bank/contracts/language';
import { type KnownStatus, statusView, type StatusView } from '@bank/contracts/status-view';
import { escapeHtml } from './host-document';

/** The element of the prerendered page that waits for the state; the page's script draws the same elements. */
const place = /(<div [^>]*data-status=")("[^>]*>)[^]*?<\/div>/;

/** The prerendered status page with the state of now, readable without a script, and for the script as data. */
export function withStatus(page: string, known: KnownStatus, language: Language): string {
  const view = statusView(known, language);
  return page.replace(
    place,
    (_whole, open: string, rest: string) =>
      `${open}${escapeHtml(JSON.stringify(known))}${rest}${content(view)}</div>`,
  );
}

function content({ state, headline, note, headings, none, parts, open, past }: StatusView): string {
  const head = `<div data-headline="${state}"><p>${escapeHtml(headline)}</p><p>${escapeHtml(note)}</p></div>`;
  if (parts.length === 0) return head;
  return [
    head,
    section(headings.parts, `<ul data-parts="">${parts.map(partHtml).join('')}</ul>`),
    section(headings.open, incidentsHtml(open, none.open)),
    section(headings.past, incidentsHtml(past, none.past)),
  ].join('');
}

const section = (heading: string, html: string) =>
  `<section><h2>${escapeHtml(heading)}</h2>${html}</section>`;

const partHtml = ({ name, state, stateText, days, strip }: StatusView['parts'][number]) =>
  `<li data-state="${state}"><p><span>${escapeHtml(name)}</span> <strong>${escapeHtml(stateText)}</strong></p>` +
  (strip.length > 0
    ? `<p aria-hidden="true" data-strip="">${strip.map((day) => `<i data-day="${day}"></i>`).join('')}</p>`
    : '') +
  (days ? `<p>${escapeHtml(days)}</p>` : '') +
  '</li>';

function incidentsHtml(incidents: StatusView['open'], none: string): string {
  if (incidents.length === 0) return `<p>${escapeHtml(none)}</p>`;
  return incidents
    .map(({ title, facts, lines }) => {
      const items = lines.map(
        ({ at, when, text }) =>
          `<li><time datetime="${at}">${escapeHtml(when)}</time> <span>${escapeHtml(text)}</span></li>`,
      );
      const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '';
      return `<article><h3>${escapeHtml(title)}</h3><p>${escapeHtml(facts)}</p>${list}</article>`;
    })
    .join('');
}
