import { z } from 'zod';
import { incidentSeverities, incidentStates, statusComponents } from '@bank/contracts/incidents';
import { flag, isoMoment, rowOf, text, whole } from '../database/columns';

/** A SET of MariaDB: names separated by commas. */
export const componentSet = text
  .transform((names) => names.split(',').filter(Boolean))
  .pipe(z.array(z.enum(statusComponents)));

/** `seen_at` is of the database's clock, as in `lockRecovered`: those of the servers that fail and recover differ. */
export const insertIncident = `
  INSERT IGNORE INTO incidents
    (kind, subject, severity, params, components, is_public, title_fr, title_en, opened_at, seen_at)
  VALUES (?, UTC_TIMESTAMP(3))`;

export const seeAgain = 'UPDATE incidents SET seen_at = UTC_TIMESTAMP(3) WHERE kind = ? AND open_subject = ?';

export const known = 'SELECT 1 FROM incidents WHERE kind = ? AND subject = ? LIMIT 1';

export const open = 'SELECT 1 FROM incidents WHERE kind = ? AND open_subject = ? LIMIT 1';

export const openOfKind =
  'SELECT open_subject AS subject FROM incidents WHERE kind = ? AND open_subject IS NOT NULL';
export const subjectRow = rowOf({ subject: text });

export const insertEntries = `
  INSERT INTO incident_entries (incident_id, kind, author_id, value, text, text_fr, text_en, created_at) VALUES ?`;

/** The subject of an incident that a person reported is its title, which is stored in both languages. */
export const newest = `
  SELECT id, kind, IF(? = 'en' AND subject = title_fr, title_en, subject) AS subject, severity, opened_at, closed_at FROM incidents ORDER BY id DESC LIMIT ?`;
export const incidentRow = rowOf({
  id: whole,
  kind: text,
  subject: text,
  severity: z.enum(incidentSeverities),
  opened_at: isoMoment,
  closed_at: isoMoment.nullable(),
});

/** Open ones of a cause that was not seen for so many seconds. */
export const lockRecovered = `
  SELECT id, subject, is_public FROM incidents WHERE kind = ? AND open_subject IN (?) AND COALESCE(seen_at, opened_at) <= UTC_TIMESTAMP(3) - INTERVAL ? SECOND
  ORDER BY id FOR UPDATE`;
export const recoveredRow = rowOf({ id: whole, subject: text, is_public: flag });

export const close = `
  UPDATE incidents SET state = 'closed', closed_at = ?, version = version + 1 WHERE id IN (?)`;

/** The public columns of an incident, without its lines. */
export const publicColumns = 'id, severity, state, components, title_fr, title_en, opened_at, closed_at';
export const publicRow = incidentRow
  .pick({ id: true, severity: true, opened_at: true, closed_at: true })
  .extend({
    state: z.enum(incidentStates),
    components: componentSet,
    title_fr: text,
    title_en: text,
  });
export type PublicRow = z.output<typeof publicRow>;
