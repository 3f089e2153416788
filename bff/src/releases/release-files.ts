import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Bucket, discard } from '../common/bucket';
import { Config } from '../config';

/** What a remote may bring: what browsers run, apply or show, and the prepared copies of it. */
export const isReleaseFile = (name: string): boolean =>
  /^[\w-][\w.-]{0,90}\.(js|css|svg|png|woff2)(\.br|\.gz)?$/.test(name);

/** Whether a browser runs or applies a file, so that shells must know its hash. */
export const isHashed = (name: string): boolean => /\.(js|css)$/.test(name);

/** The hash of a file as shells ask for it (W3C SRI). */
export const integrityOf = (content: Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * The files of releases, each version at a place of its own that never changes: in the bucket that the configuration
 * names, of which a folder under `DATA_DIR` then holds copies, or in that folder alone. In development they may come
 * from the server of a bank elsewhere (`DEV_REGISTRY`).
 */
@Injectable()
export class ReleaseFiles {
  private readonly root: string;
  private readonly bucket: Bucket | undefined;
  private readonly deployed: string | undefined;

  constructor({ dataDir, releasesBucket, devRegistry }: Config) {
    this.root = path.join(dataDir, 'releases');
    this.bucket = releasesBucket && new Bucket(releasesBucket);
    this.deployed = devRegistry;
  }

  /** Where the files of a version are on this server. */
  folderOf(remote: string, version: string): string {
    return path.join(this.root, remote, version);
  }

  /** Keeps one file. @throws Failure UNAVAILABLE when the bucket is away. */
  async keep(remote: string, version: string, name: string, content: Buffer): Promise<void> {
    if (this.bucket) {
      const sha256 = createHash('sha256').update(content).digest();
      const sent = { stream: Readable.from([content]), size: content.length, sha256 };
      await this.bucket
        .send({ method: 'PUT', path: `/${keyOf(remote, version, name)}`, content: sent })
        .then(discard);
    }
    await this.write(remote, version, name, content);
  }

  /** One file, from wherever it is kept; undefined when there is none. @throws Failure UNAVAILABLE. */
  async read(remote: string, version: string, name: string): Promise<Buffer | undefined> {
    if (!(await this.isHere(remote, version, name))) return undefined;
    return readFile(path.join(this.folderOf(remote, version), name));
  }

  /** Sees to it that a file which is kept is also on this server's disk, with its prepared copies. @throws Failure UNAVAILABLE. */
  async isHere(remote: string, version: string, name: string): Promise<boolean> {
    const here = await access(path.join(this.folderOf(remote, version), name)).then(
      () => true,
      () => false,
    );
    if (here || !(this.bucket || this.deployed)) return here;
    // The file itself last: once it is here, nobody asks elsewhere again.
    for (const copy of [`${name}.br`, `${name}.gz`]) await this.fetch(remote, version, copy);
    return this.fetch(remote, version, name);
  }

  private async fetch(remote: string, version: string, name: string): Promise<boolean> {
    const answer = this.bucket
      ? await this.bucket.send({ method: 'GET', path: `/${keyOf(remote, version, name)}` })
      : await fetch(`${this.deployed}/remotes/${remote}/${version}/${name}`);
    if (!answer.ok) {
      await discard(answer);
      return false;
    }
    await this.write(remote, version, name, Buffer.from(await answer.arrayBuffer()));
    return true;
  }

  /** Removes the files of a version by their names. @throws Failure UNAVAILABLE. */
  async remove(remote: string, version: string, names: string[]): Promise<void> {
    if (this.bucket) {
      for (const name of names)
        await this.bucket.send({ method: 'DELETE', path: `/${keyOf(remote, version, name)}` }).then(discard);
    }
    await rm(this.folderOf(remote, version), { recursive: true, force: true });
  }

  /** Whole or not at all, also when two servers do it at once. */
  private async write(remote: string, version: string, name: string, content: Buffer): Promise<void> {
    const folder = this.folderOf(remote, version);
    await mkdir(folder, { recursive: true });
    const unfinished = path.join(folder, `.${randomBytes(6).toString('hex')}`);
    await writeFile(unfinished, content);
    await rename(unfinished, path.join(folder, name));
  }
}

const keyOf = (remote: string, version: string, name: string) => `releases/${remote}/${version}/${name}`;
