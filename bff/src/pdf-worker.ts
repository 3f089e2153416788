import { parentPort } from 'node:worker_threads';
import { buffer } from 'node:stream/consumers';
import { pdfOfReport } from './money/reports/report-pdf';
import { pdfOfRib } from './money/statements/rib-pdf';
import { pdfOfStatement } from './money/statements/statement-pdf';
import { writeStatement } from './money/transactions/transaction-statement';
import { pdfOfSummary } from './privacy/data-export/data-summary';
import type { PdfDrawing, PdfOrder } from './platform/exports/pdf-renderer.service';

/** The drawings by the names that `PdfRenderer.draw` takes; they run on a worker thread. */
const drawings = new Map<string, PdfDrawing>([
  ['statement', writeStatement],
  ['monthly-statement', pdfOfStatement],
  ['report', pdfOfReport],
  ['rib', pdfOfRib],
  ['data-summary', pdfOfSummary],
]);

async function draw([name, ...data]: PdfOrder): Promise<Buffer> {
  const drawing = drawings.get(name);
  if (!drawing) throw new Error(`no drawing is called ${name}`);
  return buffer(await drawing(...(data as never[])));
}

parentPort?.on('message', (order: PdfOrder) => {
  draw(order).then(
    (file) => parentPort?.postMessage({ file }),
    (error: unknown) => parentPort?.postMessage({ error: (error as Error).stack }),
  );
});
