import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../config';
import { Bucket } from '../common/bucket';
import { Failure } from '../common/failure';
import { BucketStore } from './bucket-store';
import type { DocumentStore } from './document-store';
import { documentType, tellingBytes, type DocumentMediaType } from './document-type';
import { FolderStore, isOlder, namesIn } from './folder-store';

/** A file that is kept, under a name that says nothing and nobody guesses. */
export interface StoredDocument {
  file: string;
  /** As the person named it, without folders. */
  name: string;
  mediaType: DocumentMediaType;
  /** Bytes. */
  size: number;
  sha256: Buffer;
}

/** Looks at a file that is whole on this server's disk. @throws Failure to refuse it. */
export type Inspect = (path: string, mediaType: DocumentMediaType) => Promise<void>;

const longestName = 200;

/**
 * Keeps what people upload, in the bucket that the configuration names or else under `DATA_DIR/documents`. A file
 * arrives on the disk of this server first, however slowly, and is stored when it is whole and known to be accepted.
 */
@Injectable()
export class DocumentsService {
  private readonly logger = new Logger('Documents');
  private readonly drafts: string;
  private readonly kept: DocumentStore;

  constructor({ dataDir, documentsBucket }: Config) {
    this.drafts = join(dataDir, 'uploads');
    this.kept = documentsBucket
      ? new BucketStore(new Bucket(documentsBucket))
      : new FolderStore(join(dataDir, 'documents'));
  }

  /**
   * Stores a file as it arrives; nothing is kept of one that is refused, or that its reader cut short. `inspect` looks
   * at it when it is whole, and throws to refuse it.
   * @throws Failure DOCUMENT_TYPE_REFUSED when its content is no PDF, JPEG or PNG, or not what its name says;
   * TOO_LARGE; UNAVAILABLE when the store is away.
   */
  async store(
    content: Readable & { truncated?: boolean },
    typedName: string,
    inspect?: Inspect,
  ): Promise<StoredDocument> {
    const name = plainName(typedName);
    const file = randomBytes(16).toString('hex');
    const path = join(this.drafts, file);
    try {
      const written = await this.writeDraft(content, path, name);
      if (content.truncated) throw new Failure('TOO_LARGE', { fields: { documents: 'TOO_LARGE' } });
      await inspect?.(path, written.mediaType);
      await this.kept.keep(file, { path, ...written });
      return { file, name, ...written };
    } finally {
      await rm(path, { force: true });
    }
  }

  /** @throws Failure NOT_FOUND when the file is gone, UNAVAILABLE when the store is away. */
  read(file: string): Promise<Readable> {
    return this.kept.read(file);
  }

  /** Removes files that nothing names any more; one that stays behind is swept later. */
  async remove(files: string[]): Promise<void> {
    const ends = await Promise.allSettled(files.map((file) => this.kept.remove(file)));
    for (const end of ends) {
      if (end.status === 'rejected')
        this.logger.warn(`a document stays until it is swept: ${String(end.reason)}`);
    }
  }

  /** The names of files that were stored before a moment, some at a time. @throws Failure UNAVAILABLE. */
  storedBefore(moment: Date): AsyncIterable<string[]> {
    return this.kept.keptBefore(moment);
  }

  /** Throws away what servers that died left half written before a moment, and answers how many. */
  async sweepDrafts(moment: Date): Promise<number> {
    let swept = 0;
    for (const name of await namesIn(this.drafts)) {
      const path = join(this.drafts, name);
      if (!(await isOlder(path, moment))) continue;
      await rm(path, { force: true });
      swept += 1;
    }
    return swept;
  }

  private async writeDraft(content: Readable, path: string, name: string) {
    await mkdir(this.drafts, { recursive: true, mode: 0o700 });
    const handle = await open(path, 'wx', 0o600);
    try {
      const written = await write(content, handle, name);
      await handle.sync();
      return written;
    } finally {
      await handle.close();
    }
  }
}

async function write(content: Readable, handle: FileHandle, name: string) {
  const hash = createHash('sha256');
  let beginning = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (beginning.length < tellingBytes) {
      beginning = Buffer.concat([beginning, chunk.subarray(0, tellingBytes)]);
      if (beginning.length >= tellingBytes) typeOf(beginning, name);
    }
    hash.update(chunk);
    size += chunk.length;
    await handle.writeFile(chunk);
  }
  return { mediaType: typeOf(beginning, name), size, sha256: hash.digest() };
}

function typeOf(beginning: Buffer, name: string): DocumentMediaType {
  const type = documentType(beginning, name);
  if (!type) {
    throw new Failure('DOCUMENT_TYPE_REFUSED', { fields: { documents: 'DOCUMENT_TYPE_REFUSED' } });
  }
  return type;
}

/** The last part of a path, without what no screen should show; its end, which has the type, is kept. */
function plainName(typed: string): string {
  const [last = ''] = typed.split(/[\\/]/).slice(-1);
  return last
    .replace(/[\p{C}"]/gu, '')
    .trim()
    .slice(-longestName);
}
