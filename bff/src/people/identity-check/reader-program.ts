import { setPriority } from 'node:os';
import { join } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import sharp from 'sharp';
import { createWorker, type Worker } from 'tesseract.js';
import { pictureOf, type GreyPicture } from './grey-picture';
import { readDocument, type DocumentReading } from './read-document';
import type { Alphabet, Recognize } from './zone-text';

/**
 * The program of the process that reads identity documents, one at a time: it gets `ReadOrder`s and answers with `Readout`s.
 * It has neither keys nor a database, and kills itself when it takes more memory, or more processor time for one document, than
 * it may.
 */
export interface ReadOrder {
  file: Buffer;
  mediaType: string;
  /** A day of Paris. */
  today: string;
}
export type Readout = { reading: DocumentReading } | { error: string };

/** From the folder of the built program: nothing is downloaded. */
const trainedData = join(__dirname, '../../node_modules/@tesseract.js-data/eng/4.0.0_best_int');
const memoryBytes = 500 * 1024 * 1024;
/** Not of the clock: on a busy machine a good document takes longer. */
const processorMs = 20_000;

/** In a thread of its own, since the main one may be busy, which posts whether it reads from now on. */
const watch = `let begun;
require('node:worker_threads').parentPort.on('message', (reads) => {
  begun = reads ? process.cpuUsage() : undefined;
});
setInterval(() => {
  const { user, system } = begun ? process.cpuUsage(begun) : { user: 0, system: 0 };
  const isTooLong = (user + system) / 1000 > ${processorMs};
  if (isTooLong || process.memoryUsage.rss() > ${memoryBytes}) process.kill(process.pid, 'SIGTERM');
}, 50);`;

const upperCase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const characters: Record<Alphabet, string> = { letters: upperCase, digits, both: upperCase + digits };
/** Tesseract's page segmentation modes. */
const modes = { block: '6', line: '7', character: '10' };
/** Words of a language would only mislead. */
const noWords = Object.fromEntries(
  ['system', 'freq', 'punc', 'number', 'bigram', 'unambig'].map((name) => [`load_${name}_dawg`, '0']),
);

let starting: Promise<Worker> | undefined;

const recognizer = () =>
  (starting ??= createWorker('eng', 1, { langPath: trainedData, gzip: true, cacheMethod: 'none' }, noWords));

const recognize: Recognize = async (picture: GreyPicture, alphabet, printed) => {
  const worker = await recognizer();
  await worker.setParameters({
    tessedit_char_whitelist: characters[alphabet],
    tessedit_pageseg_mode: modes[printed] as never,
    user_defined_dpi: '300',
  });
  const { data } = await worker.recognize(await pictureOf(picture).png({ compressionLevel: 1 }).toBuffer());
  return data.text;
};

async function answer({ file, mediaType, today }: ReadOrder): Promise<Readout> {
  watcher.postMessage(true);
  try {
    return { reading: await readDocument(Buffer.from(file), mediaType, recognize, today) };
  } catch (error) {
    return { error: (error as Error).message };
  } finally {
    watcher.postMessage(false);
  }
}

setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
const watcher = new Thread(watch, { eval: true });
watcher.unref();
process.on('message', (order: ReadOrder) => void answer(order).then((readout) => process.send?.(readout)));
// The server is gone.
process.on('disconnect', () => process.exit());
