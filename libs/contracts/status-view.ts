import { addDays, bankTimeZone, daysFrom } from './days';
import { formatLocales } from './format-locales';
import type { Language } from './language';
import en from './locales/status.en.json';
import fr from './locales/status.fr.json';
import { withValues } from './placeholders';
import type { ComponentState, ComponentStatus, PublicIncident, Status } from './status';

type TextName = keyof typeof fr;
const texts: Record<Language, Record<TextName, string>> = { fr, en };

/** A page's knowledge of the bank's state: the last reading, and whether the newest one failed. */
export interface KnownStatus {
  status: Status | null;
  /** The newest reading failed: when the state was last known, or null when it never was. */
  lost?: { since: string | null };
}

interface PartView {
  name: string;
  state: ComponentState;
  stateText: string;
  days: string;
  /** The state of each of the days, oldest first; empty for what is not offered. */
  strip: ('ok' | 'disturbed' | 'down')[];
}

interface IncidentView {
  id: number;
  title: string;
  /** Its parts, and how far it is. */
  facts: string;
  lines: { at: string; when: string; text: string }[];
}

/** The words of the status page, ready to be put into elements by the server and by the page's script alike. */
export interface StatusView {
  state: 'ok' | 'disturbed' | 'down' | 'unknown';
  headline: string;
  note: string;
  headings: { parts: string; open: string; past: string };
  none: { open: string; past: string };
  /** Empty while nothing is known. */
  parts: PartView[];
  open: IncidentView[];
  past: IncidentView[];
}

/** Describes the state of the bank in a language. What was last known is shown as such when the newest reading failed. */
export function statusView({ status, lost }: KnownStatus, language: Language): StatusView {
  const text = (name: TextName, values: Record<string, string> = {}) =>
    withValues(texts[language][name], values);
  const state = lost || !status ? 'unknown' : overall(status.components);
  return {
    state,
    headline: text(`headline.${state}`),
    note: noteOf({ status, lost }, language, text),
    headings: { parts: text('parts'), open: text('open'), past: text('past') },
    none: { open: text('open.none'), past: text('past.none') },
    parts: status ? status.components.map((part) => partView(part, status, text)) : [],
    open: (status?.open ?? []).map((each) => incidentView(each, language, text)),
    past: (status?.past ?? []).map((each) => incidentView(each, language, text)),
  };
}

type Text = (name: TextName, values?: Record<string, string>) => string;

function noteOf({ status, lost }: KnownStatus, language: Language, text: Text): string {
  if (!lost && status) return text('at', { at: moment(status.at, language) });
  const since = lost?.since ?? status?.at;
  return since ? text('unknown.since', { at: moment(since, language) }) : text('unknown.never');
}

function overall(parts: ComponentStatus[]): 'ok' | 'disturbed' | 'down' {
  if (parts.some(({ state }) => state === 'down')) return 'down';
  return parts.some(({ state }) => state === 'disturbed') ? 'disturbed' : 'ok';
}

function partView({ name, state, days }: ComponentStatus, { from, to }: Status, text: Text): PartView {
  const isOffered = state !== 'absent';
  const count = days.length === 0 ? 'days.none' : days.length === 1 ? 'days.one' : 'days.many';
  return {
    name: text(`component.${name}`),
    state,
    stateText: text(`state.${state}`),
    days: isOffered ? text(count, { days: String(days.length) }) : '',
    strip: isOffered
      ? daysBetween(from, to).map((day) => days.find((each) => each.day === day)?.state ?? 'ok')
      : [],
  };
}

function incidentView(incident: PublicIncident, language: Language, text: Text): IncidentView {
  const { id, title, state, components, opened_at: from, closed_at: to, lines } = incident;
  const range = { from: moment(from, language), to: to ? moment(to, language) : '' };
  const how = to
    ? text('incident.between', range)
    : text('incident.since', { state: text(`incident.${state}`), ...range });
  return {
    id,
    title: title[language],
    facts: `${components.map((component) => text(`component.${component}`)).join(', ')} · ${how}`,
    lines: lines.map(({ at, text: words }) => ({ at, when: moment(at, language), text: words[language] })),
  };
}

const moment = (at: string, language: Language): string =>
  new Intl.DateTimeFormat(formatLocales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: bankTimeZone,
  }).format(new Date(at));

/** Every day from the first to the last, both included, as `2026-11-23`. */
function daysBetween(from: string, to: string): string[] {
  return Array.from({ length: daysFrom(from, to) + 1 }, (_, at) => addDays(from, at));
}
