import { Readable } from 'node:stream';

/** The stream of what a generator makes of a source; it closes the source with itself, also before anything was read. */
export const derived = (source: Readable, made: AsyncGenerator<Buffer>): Readable =>
  Readable.from(made, { objectMode: false }).once('close', () => source.destroy());
