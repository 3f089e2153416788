import { z } from 'zod';
import { moment } from './time';

/** How many exports of all their data a person may ask for within 24 hours. */
export const dataExportsPerDay = 3;

/** Until when an export can be downloaded, and how often: a download that breaks is repeated without another approval. */
export const dataExportMinutes = 60;
export const dataExportDownloads = 5;

export const dataExportStates = ['ready', 'downloaded', 'over'] as const;

/** An export of all of a person's data; the session that asked for it downloads it until `expires_at`. */
export const dataExport = z
  .object({
    id: z.int(),
    state: z.enum(dataExportStates),
    /** Whether this session may download it now. */
    downloadable: z.boolean(),
    requested_at: moment,
    expires_at: moment,
    /** When a download was last complete. */
    downloaded_at: moment.nullable(),
  })
  .meta({ id: 'DataExport' });
export type DataExport = z.infer<typeof dataExport>;

/** The person's exports of the last year, newest first. */
export const dataExportList = z.object({ exports: z.array(dataExport) }).meta({ id: 'DataExportList' });
export type DataExportList = z.infer<typeof dataExportList>;
