import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../config';
import { Bucket, discard } from './bucket';

/**
 * Files that every server of the bank serves, each at a place of its own whose content never changes: in the bucket that
 * `RELEASES_URL` names, of which a folder under `DATA_DIR` then holds copies, or in that folder alone.
 */
@Injectable()
export class SharedFiles {
  private readonly bucket: Bucket | undefined;

  constructor(private readonly config: Config) {
    this.bucket = config.releasesBucket && new Bucket(config.releasesBucket);
  }

  /** Where the files of a folder, such as `loaders/1.2.0`, are on this server. */
  pathOf(folder: string): string {
    return path.join(this.config.dataDir, folder);
  }

  /** Keeps one file. @throws Failure UNAVAILABLE when the bucket is away. */
  async keep(folder: string, name: string, content: Buffer): Promise<void> {
    if (this.bucket) {
      const sha256 = createHash('sha256').update(content).digest();
      const sent = { stream: Readable.from([content]), size: content.length, sha256 };
      await this.bucket.send({ method: 'PUT', path: `/${folder}/${name}`, content: sent }).then(discard);
    }
    await this.write(folder, name, content);
  }

  /** One file, from wherever it is kept; undefined when there is none. @throws Failure UNAVAILABLE. */
  async read(folder: string, name: string): Promise<Buffer | undefined> {
    if (!(await this.isHere(folder, name))) return undefined;
    return readFile(path.join(this.pathOf(folder), name));
  }

  /**
   * Sees to it that a file which is kept is also on this server's disk, with its prepared copies.
   * @param elsewhere where else a file may come from, in development
   * @throws Failure UNAVAILABLE.
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
    const ask = bucket
      ? (file: string) => bucket.send({ method: 'GET', path: `/${folder}/${file}` })
      : elsewhere;
    if (here || !ask) return here;
    // The file itself last: once it is here, nobody asks elsewhere again.
    for (const copy of [`${name}.br`, `${name}.gz`]) await this.fetch(folder, copy, ask);
    return this.fetch(folder, name, ask);
  }

  /** Removes files of a folder by their names, and the folder from this server. @throws Failure UNAVAILABLE. */
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
    ask: (name: string) => Promise<Response>,
  ): Promise<boolean> {
    const answer = await ask(name);
    if (!answer.ok) {
      await discard(answer);
      return false;
    }
    await this.write(folder, name, Buffer.from(await answer.arrayBuffer()));
    return true;
  }

  /** Whole or not at all, also when two servers do it at once. */
  private async write(folder: string, name: string, content: Buffer): Promise<void> {
    const place = this.pathOf(folder);
    await mkdir(place, { recursive: true });
    const unfinished = path.join(place, `.${randomBytes(6).toString('hex')}`);
    await writeFile(unfinished, content);
    await rename(unfinished, path.join(place, name));
  }
}
