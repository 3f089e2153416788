import { z } from 'zod';
import { id, pageQuery, pagination } from './pagination';
import { moment } from './time';
import { defaulting, lines, optional, text } from './validation';
import { assigneeFilters } from './work';

/** How grave an incident is. */
export const incidentSeverities = ['low', 'medium', 'high'] as const;
export type IncidentSeverity = (typeof incidentSeverities)[number];

/** How far the work on an incident is: found, its cause known, mended and watched, over. */
export const incidentStates = ['open', 'identified', 'watching', 'closed'] as const;
export type IncidentState = (typeof incidentStates)[number];

/** The parts of the bank whose state is public. */
export const statusComponents = ['site', 'sign_in', 'payments', 'instant', 'cards', 'texts'] as const;
export type StatusComponent = (typeof statusComponents)[number];

/** An incident, found by the bank itself or by a person; `incidentText` has a text for each `kind`. */
export const incident = z
  .object({
    id: z.int(),
    kind: z.string(),
    /** Its subject, such as the reference of a payment. */
    subject: z.string(),
    severity: z.enum(incidentSeverities),
    opened_at: moment,
    closed_at: moment.nullable(),
  })
  .meta({ id: 'Incident' });
export type Incident = z.infer<typeof incident>;

const person = z.object({ id: z.int(), name: z.string() });
const bothLanguages = z.object({ fr: z.string(), en: z.string() });
export type BothLanguages = z.infer<typeof bothLanguages>;

/** `owner`: taken or put back. `public`: a line that everybody reads. `closed`: with the report of what was learnt. */
export const incidentEntryKinds = [
  'opened',
  'note',
  'public',
  'state',
  'severity',
  'taken',
  'put_back',
  'recovered',
  'closed',
] as const;
export type IncidentEntryKind = (typeof incidentEntryKinds)[number];

export const incidentEntry = z
  .object({
    id: z.int(),
    kind: z.enum(incidentEntryKinds),
    /** The administrator's name; null for the bank itself. */
    author: z.string().nullable(),
    at: moment,
    /** The new state or severity; empty for other kinds. */
    value: z.string(),
    text: z.string(),
    /** The line that everybody reads. */
    public: bothLanguages.nullable(),
  })
  .meta({ id: 'IncidentEntry' });
export type IncidentEntry = z.infer<typeof incidentEntry>;

export const incidentSummary = incident
  .extend({
    state: z.enum(incidentStates),
    /** Empty where customers notice nothing. */
    components: z.array(z.enum(statusComponents)),
    /** As everybody reads it; null while it is not public. */
    title: bothLanguages.nullable(),
    is_public: z.boolean(),
    owner: person.nullable(),
  })
  .meta({ id: 'IncidentSummary' });
export type IncidentSummary = z.infer<typeof incidentSummary>;

/** The customers that an incident concerns are counted up to this number. */
export const affectedCounted = 10_000;

export const staffIncident = incidentSummary
  .extend({
    version: z.int(),
    /** Customers whose payments or purchases fell into it, at most `affectedCounted` + 1; null where they cannot be counted. */
    affected: z.int().nullable(),
    /** Oldest first. */
    entries: z.array(incidentEntry),
  })
  .meta({ id: 'StaffIncident' });
export type StaffIncident = z.infer<typeof staffIncident>;

export const incidentStateFilters = ['unfinished', 'closed', 'all'] as const;
export const incidentListQuery = z.strictObject({
  ...pageQuery(20),
  state: defaulting(z.enum(incidentStateFilters), 'unfinished'),
  severity: defaulting(z.enum([...incidentSeverities, 'all']), 'all'),
  mine: defaulting(z.enum(assigneeFilters), 'all'),
});
export type IncidentListQuery = z.infer<typeof incidentListQuery>;
export const incidentList = z.object({
  incidents: z.array(incidentSummary),
  pagination,
  /** How many are not closed. */
  open: z.int(),
});
export type IncidentList = z.infer<typeof incidentList>;

const components = z.array(z.enum(statusComponents)).max(statusComponents.length);
const version = id;

/** Opened by a person; with components it is public at once, with both lines. */
export const openIncidentRequest = z.object({
  severity: z.enum(incidentSeverities),
  title_fr: text(120),
  title_en: text(120),
  components: defaulting(components, []),
  /** For colleagues. */
  text: optional(lines(4_000)),
});
export type OpenIncidentRequest = z.infer<typeof openIncidentRequest>;

export const incidentNoteRequest = z.object({ text: lines(4_000) });
export type IncidentNoteRequest = z.infer<typeof incidentNoteRequest>;

/** A line that everybody reads, in both languages; the titles and components make an incident public. */
export const incidentPublicRequest = z.object({
  title_fr: text(120),
  title_en: text(120),
  text_fr: lines(1_000),
  text_en: lines(1_000),
  components: components.min(1),
  version,
});
export type IncidentPublicRequest = z.infer<typeof incidentPublicRequest>;

export const incidentChangeRequest = z.object({
  severity: z.enum(incidentSeverities),
  state: z.enum(incidentStates).exclude(['closed']),
  version,
});
export type IncidentChangeRequest = z.infer<typeof incidentChangeRequest>;

export const incidentOwnerRequest = z.object({ owner: z.enum(['me', 'nobody']), version });
export type IncidentOwnerRequest = z.infer<typeof incidentOwnerRequest>;

export const incidentCloseRequest = z.object({
  /** The post-mortem: the events, their cause, and the changes. */
  text: lines(4_000),
  version,
});
export type IncidentCloseRequest = z.infer<typeof incidentCloseRequest>;
