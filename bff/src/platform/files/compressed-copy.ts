import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';

/** More than any file of a build has, and little enough for memory: some bytes can unpack to gigabytes. */
const unpacked = { maxOutputLength: 16 * 1024 * 1024 };

/** By the ending of a compressed copy of a file. */
const unpack = {
  '.br': (content: Buffer) => promisify(brotliDecompress)(content, unpacked),
  '.gz': (content: Buffer) => promisify(gunzip)(content, unpacked),
};

const endingOf = (name: string) => (['.br', '.gz'] as const).find((ending) => name.endsWith(ending));

/** The name of the file of which another one is a compressed copy, or its own name. */
export const originalName = (name: string): string =>
  name.slice(0, name.length - (endingOf(name) ?? '').length);

/** The content of a file, uncompressed if its name marks a compressed copy; undefined if it cannot be unpacked. */
export async function originalContent(name: string, content: Buffer): Promise<Buffer | undefined> {
  const ending = endingOf(name);
  return ending ? unpack[ending](content).catch(() => undefined) : content;
}
