import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../config/config';
import { Bucket } from '../files/bucket';
import { ApiException } from '../errors/api-exception';
import { BucketStore } from './bucket-store';
import { derived } from './derived';
import type { DocumentStore, StoredFile } from './document-store';
import { documentType, magicByteLength, type DocumentMediaType } from './document-type';
import { FileKeys } from './file-keys.service';
import { FolderStore, modifiedAt, namesIn } from './folder-store';
import { isSealedContent, seal, unseal, unsealIfSealed } from './sealed-content';

export interface StoredDocument {
  /** The random name in the store. */
  file: string;
  /** The uploaded file's name, without folders. */
  name: string;
  mediaType: DocumentMediaType;
  /** Bytes. */
  size: number;
  sha256: Buffer;
}

/** A file that the bank itself made. */
export type KeptFile = Pick<StoredDocument, 'file' | 'size' | 'sha256'>;

/** Checks a complete file on this server's disk. @throws ApiException to refuse it. */
type Inspect = (path: string, mediaType: DocumentMediaType) => Promise<void>;

const maxNameLength = 200;

/**
 * Uploaded files, in the configured bucket or else under `DATA_DIR/documents`. An upload is written to a local draft first,
 * and stored, encrypted by a key of its own, when it is complete and accepted.
 */
@Injectable()
export class DocumentStorageService {
  private readonly logger = new Logger('Documents');
  private readonly drafts: string;
  private readonly documents: DocumentStore;
  /** Whether the files are in a bucket, which another copy of the bank may use as well. */
  readonly isShared: boolean;

  constructor(
    { dataDir, documentsBucket }: Config,
    private readonly keys: FileKeys,
  ) {
    this.drafts = join(dataDir, 'uploads');
    this.isShared = documentsBucket !== undefined;
    this.documents = documentsBucket
      ? new BucketStore(new Bucket(documentsBucket))
      : new FolderStore(join(dataDir, 'documents'));
  }

  /**
   * Stores an upload; nothing is kept of one that is refused or truncated.
   * @throws ApiException DOCUMENT_TYPE_REFUSED unless its content is a PDF, JPEG or PNG and matches its name; TOO_LARGE;
   * UNAVAILABLE when the store is away; what `inspect` throws.
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
      const written = await this.writeDraft(path, (handle) => write(content, handle, name));
      if (content.truncated) throw new ApiException('TOO_LARGE', { fields: { documents: 'TOO_LARGE' } });
      await inspect?.(path, written.mediaType);
      await this.storeSealed(file, path);
      return { file, name, ...written };
    } finally {
      await rm(path, { force: true });
    }
  }

  /**
   * Stores a file that the bank itself made, as it is streamed; nothing is kept when the stream fails.
   * @throws ApiException UNAVAILABLE when the store is away; what the stream throws.
   */
  async keep(content: Readable): Promise<KeptFile> {
    const file = randomBytes(16).toString('hex');
    const path = join(this.drafts, file);
    try {
      const written = await this.writeDraft(path, (handle) => copy(content, handle));
      await this.storeSealed(file, path);
      return { file, ...written };
    } finally {
      await rm(path, { force: true });
    }
  }

  /**
   * Reads a file; the stream fails before anything that is not what was stored.
   * @throws ApiException NOT_FOUND when the file is gone, UNAVAILABLE when the store is away.
   */
  async read(file: string): Promise<Readable> {
    const found = await this.keys.find(file);
    const stored = await this.documents.read(file);
    if (!found) return stored;
    const opened = found.isSealed ? unseal : unsealIfSealed;
    return derived(stored, opened(stored, found.key, file));
  }

  /** As `read`, of a file whose reading is recorded; unless that succeeds, the file is closed again. @throws what both do. */
  async readRecorded(file: string, record: () => Promise<unknown>): Promise<Readable> {
    const content = await this.read(file);
    try {
      await record();
      return content;
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  /**
   * Encrypts a file of before encryption, which can be read all the while. One that is encrypted by a key that this database does
   * not have came after the moment to which it was restored: it is left, and not done.
   */
  async sealStored(file: string): Promise<boolean> {
    if (!(await this.keys.find(file)) && (await this.isSealed(file))) return false;
    const key = await this.keys.make(file, false);
    const stored = await this.documents.read(file);
    await this.storeAs(file, key, derived(stored, unsealIfSealed(stored, key, file)));
    await this.keys.sealed(file);
    return true;
  }

  /** Removes unused files and their keys; `SweepDocumentsJob` removes those for which this fails. */
  async remove(files: string[]): Promise<void> {
    const results = await Promise.allSettled(files.map((file) => this.documents.remove(file)));
    await this.keys.forget(files.filter((_, at) => results[at]?.status === 'fulfilled'));
    for (const result of results) {
      if (result.status === 'rejected')
        this.logger.warn(`a document stays until it is swept: ${String(result.reason)}`);
    }
  }

  /** The files stored before a moment, in batches. @throws ApiException UNAVAILABLE. */
  storedBefore(moment: Date): AsyncIterable<StoredFile[]> {
    return this.documents.storedBefore(moment);
  }

  /** Removes abandoned drafts from before a moment, and returns how many. */
  async sweepDrafts(moment: Date): Promise<number> {
    let swept = 0;
    for (const name of await namesIn(this.drafts)) {
      const path = join(this.drafts, name);
      const modified = await modifiedAt(path);
      if (!modified || modified >= moment) continue;
      await rm(path, { force: true });
      swept += 1;
    }
    return swept;
  }

  private async isSealed(file: string): Promise<boolean> {
    const stored = await this.documents.read(file);
    try {
      return await isSealedContent(stored);
    } finally {
      stored.destroy();
    }
  }

  /** Stores a draft encrypted; its key is there before it is. */
  private async storeSealed(file: string, draft: string): Promise<void> {
    const key = await this.keys.make(file, true);
    try {
      await this.storeAs(file, key, createReadStream(draft));
    } catch (error) {
      await this.keys.forget([file]).catch(() => undefined);
      throw error;
    }
  }

  /** Closes the content. */
  private async storeAs(file: string, key: Buffer, content: Readable): Promise<void> {
    const path = join(this.drafts, `${file}.${randomBytes(4).toString('hex')}`);
    try {
      const sealed = Readable.from(seal(content, key, file), { objectMode: false });
      const written = await this.writeDraft(path, (handle) => copy(sealed, handle));
      await this.documents.store(file, { path, ...written });
    } finally {
      content.destroy();
      await rm(path, { force: true });
    }
  }

  private async writeDraft<Written>(path: string, writeTo: (handle: FileHandle) => Promise<Written>) {
    await mkdir(this.drafts, { recursive: true, mode: 0o700 });
    const handle = await open(path, 'wx', 0o600);
    try {
      const written = await writeTo(handle);
      await handle.sync();
      return written;
    } finally {
      await handle.close();
    }
  }
}

async function write(content: Readable, handle: FileHandle, name: string) {
  let beginning = Buffer.alloc(0);
  const written = await copy(content, handle, (chunk) => {
    if (beginning.length >= magicByteLength) return;
    beginning = Buffer.concat([beginning, chunk.subarray(0, magicByteLength)]);
    if (beginning.length >= magicByteLength) typeOf(beginning, name);
  });
  return { mediaType: typeOf(beginning, name), ...written };
}

async function copy(content: Readable, handle: FileHandle, inspect?: (chunk: Buffer) => void) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of content as AsyncIterable<Buffer | string>) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    inspect?.(chunk);
    hash.update(chunk);
    size += chunk.length;
    await handle.writeFile(chunk);
  }
  return { size, sha256: hash.digest() };
}

function typeOf(beginning: Buffer, name: string): DocumentMediaType {
  const type = documentType(beginning, name);
  if (!type) {
    throw new ApiException('DOCUMENT_TYPE_REFUSED', { fields: { documents: 'DOCUMENT_TYPE_REFUSED' } });
  }
  return type;
}

/** The file name of a path without control characters and quotes, shortened at its beginning. */
function plainName(typed: string): string {
  const [last = ''] = typed.split(/[\\/]/).slice(-1);
  return last
    .replace(/[\p{C}"]/gu, '')
    .trim()
    .slice(-maxNameLength);
}
