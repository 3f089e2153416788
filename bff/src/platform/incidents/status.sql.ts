import { isoMoment, rowOf, text, whole } from '../database/columns';
import { publicColumns } from './incidents.sql';

export const openOnes = `
  SELECT ${publicColumns} FROM incidents WHERE is_public = 1 AND closed_at IS NULL ORDER BY id DESC LIMIT ?`;
export const pastOnes = `
  SELECT ${publicColumns} FROM incidents WHERE is_public = 1 AND closed_at >= ? ORDER BY closed_at DESC, id DESC LIMIT ?`;

/** The newest lines of each of some incidents. */
export const linesOf = `
  SELECT incident_id, created_at AS at, text_fr, text_en FROM (
    SELECT incident_id, created_at, text_fr, text_en, id,
      ROW_NUMBER() OVER (PARTITION BY incident_id ORDER BY id DESC) AS place
    FROM incident_entries WHERE incident_id IN (?) AND text_fr IS NOT NULL) found
  WHERE place <= ? ORDER BY id DESC`;
export const lineRow = rowOf({ incident_id: whole, at: isoMoment, text_fr: text, text_en: text });
