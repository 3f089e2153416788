import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiException } from '../errors/api-exception';
import { isAbsent, unlessAbsent } from '../files/absent';
import { isDocumentName, type DocumentStore, type Draft, type StoredFile } from './document-store';

const batchSize = 500;

/** Documents in a folder, which must be on the file system of the drafts. */
export class FolderStore implements DocumentStore {
  constructor(private readonly folder: string) {}

  async store(name: string, { path }: Draft): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await rename(path, this.pathOf(name));
  }

  async read(name: string): Promise<Readable> {
    try {
      return (await open(this.pathOf(name), 'r')).createReadStream();
    } catch (error) {
      throw isAbsent(error) ? new ApiException('NOT_FOUND') : error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  async *storedBefore(moment: Date): AsyncIterable<StoredFile[]> {
    let older: StoredFile[] = [];
    for (const name of (await namesIn(this.folder)).filter(isDocumentName)) {
      const modified = await modifiedAt(this.pathOf(name));
      if (modified && modified < moment) older.push({ name, modified });
      if (older.length < batchSize) continue;
      yield older;
      older = [];
    }
    if (older.length > 0) yield older;
  }

  private pathOf(name: string): string {
    return join(this.folder, name);
  }
}

/** The names in a folder; none when it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessAbsent)) ?? [];
}

/** When a file was modified; undefined when it does not exist. */
export async function modifiedAt(path: string): Promise<Date | undefined> {
  return (await stat(path).catch(unlessAbsent))?.mtime;
}
