import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../database/database';
import { type CreditFile, creditFileParts } from './credit-files';
import { type StatementFile, statementParts } from './statements';

/** A message that is too large for memory: generated from stored data when it is sent. */
export type MessageFile = CreditFile | StatementFile;

/** A written file, until it is removed. */
export interface WrittenFile {
  /** Its Content-Digest (RFC 9530). */
  digest: string;
  body: () => ReadableStream;
  remove(): Promise<void>;
}

/** Writes a message into a temporary file: its digest is signed before its first byte is sent. */
export async function writeFile(database: Database, file: MessageFile): Promise<WrittenFile> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'world-file-'));
  const at = path.join(folder, 'message.xml');
  const hash = createHash('sha256');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const parts = file.kind === 'credits' ? creditFileParts(database, file) : statementParts(database, file);
    await pipeline(
      Readable.from(parts),
      async function* (texts: AsyncIterable<string>) {
        for await (const text of texts) {
          hash.update(text);
          yield text;
        }
      },
      createWriteStream(at, { mode: 0o600 }),
    );
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    digest: `sha-256=:${hash.digest('base64')}:`,
    body: () => Readable.toWeb(createReadStream(at)) as ReadableStream,
    remove,
  };
}
