import { parentPort } from 'node:worker_threads';
import { buffer } from 'node:stream/consumers';
import { pdfOfReport } from './reports/report-pdf';
import { writeStatement } from './transactions/transaction-statement';

/** Draws pages on a thread of its own: it takes the processor for as long as the file has pages. */
const writers = { statement: writeStatement, report: pdfOfReport };
export type PdfWriters = typeof writers;

/** What to draw, and of what: one call of a writer. */
export type PdfOrder = {
  [Kind in keyof PdfWriters]: [Kind, ...Parameters<PdfWriters[Kind]>];
}[keyof PdfWriters];

async function draw(order: PdfOrder): Promise<Buffer> {
  if (order[0] === 'statement') return buffer(await writers.statement(order[1]));
  const [, ...report] = order;
  return buffer(await writers.report(...report));
}

parentPort?.on('message', (order: PdfOrder) => {
  draw(order).then(
    (file) => parentPort?.postMessage({ file }),
    (error: unknown) => parentPort?.postMessage({ error: (error as Error).stack }),
  );
});
