import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import type { ExportFormat } from '@bank/contracts/transactions';
import { parisDay } from '../common/paris-day';

/** A file that is whole, or made while it is sent. */
export interface ExportFile {
  name: string;
  format: ExportFormat;
  content: Readable | Buffer;
}

/** The rows of a file, batch by batch, as they are read or all at hand. */
export type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
};

/** `transactions-2026-11-21.csv`, by the day of Paris. */
export const exportName = (subject: string, format: ExportFormat, now: Date) =>
  `${subject}-${parisDay(now)}.${format}`;

/**
 * Sends a file to be saved, never shown or kept by whatever lies between. One that fails on its way ends the
 * connection, so that half a file is not taken for a whole one.
 */
export async function sendExport(reply: FastifyReply, { name, format, content }: ExportFile): Promise<void> {
  reply.headers({
    'content-type': mediaTypes[format],
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  await reply.send(content);
}
