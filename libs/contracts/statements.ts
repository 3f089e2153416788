import { z } from 'zod';
import { languages } from './language';
import { id } from './pagination';
import { optional } from './validation';

/** A calendar month of Europe/Paris, `2026-10`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** The months that have a statement: every finished one since the account was opened, newest first. */
export const statementMonths = z.object({ months: z.array(month) }).meta({ id: 'StatementMonths' });
export type StatementMonths = z.infer<typeof statementMonths>;

/** camt053: ISO 20022 camt.053.001.08, for accounting programs. */
export const statementFormats = ['pdf', 'csv', 'camt053'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/**
 * The maximum number of movements in a PDF statement, which is drawn in memory; the other formats, which are streamed, have
 * none.
 */
export const statementPdfRows = 5_000;

/** Without `lang`, a file is in the language of `Accept-Language`. */
const lang = optional(z.enum(languages));

export const statementQuery = z.strictObject({ format: z.enum(statementFormats), lang });
export type StatementQuery = z.infer<typeof statementQuery>;

export const ribQuery = z.strictObject({ lang });

export const statementParameters = z.object({ id, month });
