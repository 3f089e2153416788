import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import type { ExportFormat } from '@bank/contracts/transactions';
import { parisDay } from '../time/paris-day';

/** A file, complete or streamed while it is made. */
export interface ExportFile {
  name: string;
  format: ExportFormat;
  content: Readable | Buffer;
}

/** The rows of a file in batches. */
export type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
};

/** A file name such as `transactions-2026-11-21.csv`, with the day in Paris. */
export const exportName = (subject: string, format: ExportFormat, now: Date) =>
  `${subject}-${parisDay(now)}.${format}`;

/** Sends a file as a download. An error while streaming breaks the connection, so that the download fails visibly. */
export async function sendExport(reply: FastifyReply, { name, format, content }: ExportFile): Promise<void> {
  reply.headers({
    'content-type': mediaTypes[format],
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  await reply.send(content);
}
