import { Readable } from 'node:stream';

/** The stream of a generator's output from a source; closing it closes the source, also before anything was read. */
export const derived = (source: Readable, made: AsyncGenerator<Buffer>): Readable =>
  Readable.from(made, { objectMode: false }).once('close', () => source.destroy());
