import { z } from 'zod';
import { incidentStates, statusComponents } from './incidents';
import { moment } from './time';

/** `absent`: what the bank does not offer here, since its port is not configured. */
export const componentStates = ['ok', 'disturbed', 'down', 'absent'] as const;
export type ComponentState = (typeof componentStates)[number];

/** How many days of the past are public. */
export const statusDays = 90;

const words = z.object({ fr: z.string(), en: z.string() });

export const publicIncident = z
  .object({
    id: z.int(),
    title: words,
    state: z.enum(incidentStates),
    components: z.array(z.enum(statusComponents)),
    opened_at: moment,
    closed_at: moment.nullable(),
    /** Newest first. */
    lines: z.array(z.object({ at: moment, text: words })),
  })
  .meta({ id: 'PublicIncident' });
export type PublicIncident = z.infer<typeof publicIncident>;

export const componentStatus = z.object({
  name: z.enum(statusComponents),
  state: z.enum(componentStates),
  /** The days of Paris on which it was not well, at its worst, oldest first. */
  days: z.array(z.object({ day: z.string(), state: z.enum(['disturbed', 'down']) })),
});
export type ComponentStatus = z.infer<typeof componentStatus>;

/** The public state of the bank. */
export const status = z
  .object({
    /** When it was read. */
    at: moment,
    /** The first and the last day of `days`. */
    from: z.string(),
    to: z.string(),
    components: z.array(componentStatus),
    /** Not closed, newest first. */
    open: z.array(publicIncident),
    /** Closed within `statusDays`, newest first, at most `statusListed`. */
    past: z.array(publicIncident),
  })
  .meta({ id: 'Status' });
export type Status = z.infer<typeof status>;

/** The most incidents of each list, and lines of each incident. */
export const statusListed = 50;
