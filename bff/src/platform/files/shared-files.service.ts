import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { Bucket, discard } from './bucket';

/** Where a file comes from that this server does not have. */
type Source = (name: string) => Promise<Response>;

/**
 * Immutable files that every server serves: in the bucket `RELEASES_URL`, of which a folder under `DATA_DIR` then holds
 * copies, or in that folder alone.
 */
@Injectable()
export class SharedFiles {
  private readonly bucket: Bucket | undefined;

  constructor(private readonly config: Config) {
    this.bucket = config.releasesBucket && new Bucket(config.releasesBucket);
  }

  /** The local path of a folder such as `loaders/1.2.0`. */
  pathOf(folder: string): string {
    return path.join(this.config.dataDir, folder);
  }

  /** Stores one file. @throws ApiException UNAVAILABLE when the bucket is away. */
  async keep(folder: string, name: string, content: Buffer): Promise<void> {
    if (this.bucket) {
      const sha256 = createHash('sha256').update(content).digest();
      const sent = { stream: Readable.from([content]), size: content.length, sha256 };
      await this.bucket.send({ method: 'PUT', path: `/${folder}/${name}`, content: sent }).then(discard);
    }
    await this.write(folder, name, content);
  }

  /** Stores files of another folder of this machine, those that it does not have yet. @throws ApiException UNAVAILABLE when the bucket is away. */
  async keepAll(folder: string, from: string, names: string[]): Promise<void> {
    if (names.length === 0) return;
    if (this.bucket) {
      for (const name of names) {
        if (await this.isHere(folder, name)) continue;
        await this.keep(folder, name, await readFile(path.join(from, name)));
      }
      return;
    }
    // An installation has a thousand files: few steps for each.
    const place = this.pathOf(folder);
    await mkdir(place, { recursive: true });
    const here = new Set(await readdir(place));
    for (const name of names.filter((each) => !here.has(each))) {
      const unfinished = unfinishedIn(place);
      await copyFile(path.join(from, name), unfinished);
      await chmod(unfinished, 0o600);
      await rename(unfinished, path.join(place, name));
    }
  }

  /**
   * One file, fetched from the bucket if needed; undefined when there is none.
   * @param elsewhere another source of files, in development
   * @throws ApiException UNAVAILABLE.
   */
  async read(folder: string, name: string, elsewhere?: Source): Promise<Buffer | undefined> {
    const file = path.join(this.pathOf(folder), name);
    const content = await contentOf(file);
    if (content) return content;
    return (await this.isHere(folder, name, elsewhere)) ? contentOf(file) : undefined;
  }

  /**
   * One file as all servers see it: of the bucket, where another server may have removed what this one still holds a copy of.
   * @throws ApiException UNAVAILABLE.
   */
  async readShared(folder: string, name: string, elsewhere?: Source): Promise<Buffer | undefined> {
    if (!this.bucket) return this.read(folder, name, elsewhere);
    const response = await this.bucket.send({ method: 'GET', path: `/${folder}/${name}` });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    await discard(response);
    return undefined;
  }

  /**
   * Whether a file exists; copies it, with its compressed variants, from the bucket to this server's disk.
   * @param elsewhere another source of files, in development
   * @throws ApiException UNAVAILABLE.
   */
  async isHere(folder: string, name: string, elsewhere?: Source): Promise<boolean> {
    const here = await access(path.join(this.pathOf(folder), name)).then(
      () => true,
      () => false,
    );
    const { bucket } = this;
    const source = bucket
      ? (file: string) => bucket.send({ method: 'GET', path: `/${folder}/${file}` })
      : elsewhere;
    if (here || !source) return here;
    // The file itself last, since its presence marks the copy as complete.
    for (const copy of [`${name}.br`, `${name}.gz`]) await this.fetch(folder, copy, source);
    return this.fetch(folder, name, source);
  }

  /** Removes files of a folder by their names, and the folder from this server. @throws ApiException UNAVAILABLE. */
  async remove(folder: string, names: string[]): Promise<void> {
    if (this.bucket) {
      for (const name of names)
        await this.bucket.send({ method: 'DELETE', path: `/${folder}/${name}` }).then(discard);
    }
    await rm(this.pathOf(folder), { recursive: true, force: true });
  }

  private async fetch(folder: string, name: string, source: Source): Promise<boolean> {
    const response = await source(name);
    if (!response.ok) {
      await discard(response);
      return false;
    }
    await this.write(folder, name, Buffer.from(await response.arrayBuffer()));
    return true;
  }

  /** Atomic, also when two processes write the same file. */
  private async write(folder: string, name: string, content: Buffer): Promise<void> {
    const place = this.pathOf(folder);
    await mkdir(place, { recursive: true });
    const unfinished = unfinishedIn(place);
    await writeFile(unfinished, content);
    await rename(unfinished, path.join(place, name));
  }
}

const unfinishedIn = (folder: string): string => path.join(folder, `.${randomBytes(6).toString('hex')}`);

/** Undefined for a file that is not there. */
const contentOf = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
