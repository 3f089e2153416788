import { createHash, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';

/**
 * The same content, which fails before its last piece unless the hash is the stored one: a reader that knows the size
 * notices the missing end.
 */
export async function* unaltered(content: Readable, sha256: Buffer): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  if (!timingSafeEqual(hash.digest(), sha256)) throw new Error('a stored file is not what was stored');
  if (held) yield held;
}
