import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../config';
import { Failure } from '../common/failure';
import { documentType, tellingBytes, type DocumentMediaType } from './document-type';

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

const longestName = 200;

/** Keeps what people upload under `DATA_DIR/documents`, out of reach of every web server, for its owner alone. */
@Injectable()
export class DocumentsService {
  private readonly folder: string;

  constructor(config: Config) {
    this.folder = join(config.dataDir, 'documents');
  }

  /**
   * Stores a file as it arrives; nothing is kept of one that is refused.
   * @throws Failure DOCUMENT_TYPE_REFUSED when its content is no PDF, JPEG or PNG, or not what its name says.
   */
  async store(content: Readable, typedName: string): Promise<StoredDocument> {
    const name = plainName(typedName);
    const file = randomBytes(16).toString('hex');
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const handle = await open(this.pathOf(file), 'wx', 0o600);
    try {
      const written = await write(content, handle, name);
      await handle.sync();
      return { file, name, ...written };
    } catch (error) {
      await this.remove([file]);
      throw error;
    } finally {
      await handle.close();
    }
  }

  /** @throws Failure NOT_FOUND when the file is gone. */
  async read(file: string): Promise<Readable> {
    try {
      return (await open(this.pathOf(file), 'r')).createReadStream();
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Failure('NOT_FOUND') : error;
    }
  }

  async remove(files: string[]): Promise<void> {
    for (const file of files) await rm(this.pathOf(file), { force: true });
  }

  private pathOf(file: string): string {
    return join(this.folder, file);
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
