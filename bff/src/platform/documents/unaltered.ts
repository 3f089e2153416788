import { createHash, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A stored file was altered. */
export class AlteredContent extends Error {
  constructor() {
    super('a stored file is not what was stored');
  }
}

/** Reads content to its end. @throws AlteredContent unless its hash is the stored one. */
export async function requireUnaltered(content: Readable, sha256: Buffer): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk);
  if (!timingSafeEqual(hash.digest(), sha256)) throw new AlteredContent();
}

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
  if (!timingSafeEqual(hash.digest(), sha256)) throw new AlteredContent();
  if (held) yield held;
}
