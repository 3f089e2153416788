import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { Bucket, discard } from './bucket';

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

  /** One file, fetched from the bucket if needed; undefined when there is none. @throws ApiException UNAVAILABLE. */
  async read(folder: string, name: string): Promise<Buffer | undefined> {
    if (!(await this.isHere(folder, name))) return undefined;
    return readFile(path.join(this.pathOf(folder), name));
  }

  /**
   * Whether a file exists; copies it, with its compressed variants, from the bucket to this server's disk.
   * @param elsewhere another source of files, in development
   * @throws ApiException UNAVAILABLE.
   */
  async isHere(
    folder: string,
    name: string,
    elsewhere?: (name: string) => Promise<Response>,
  ): Promise<boolean> {
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

  private async fetch(
    folder: string,
    name: string,
    source: (name: string) => Promise<Response>,
  ): Promise<boolean> {
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
    const unfinished = path.join(place, `.${randomBytes(6).toString('hex')}`);
    await writeFile(unfinished, content);
    await rename(unfinished, path.join(place, name));
  }
}
