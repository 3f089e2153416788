import { createHash } from 'node:crypto';
import { access, chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { Config } from '../config/config';
import { ApiException } from '../errors/api-exception';
import { Bucket, discard } from './bucket';
import { putWhole } from './whole-file';

/** A new installation is four requests for each of a thousand files, which one after another take longer than a start may. */
const sentAtOnce = 16;

/** A source of the files that this server does not have; undefined if it does not have one either. */
type Source = (name: string) => Promise<Buffer | undefined>;

/** How a file is fetched that this server does not have. */
export interface Fetching {
  /** Another source of files, in development. */
  elsewhere?: Source | undefined;
  /** Whether content that came from there is the file, or a compressed copy of it by its name; anything is by default. */
  isRight?: ((name: string, content: Buffer) => Promise<boolean>) | undefined;
}

/** The bucket has something else under the name of a file. */
export class OtherFile extends ApiException {
  constructor(readonly file: string) {
    super('UNAVAILABLE', { retryAfterSeconds: 60 });
  }
}

async function severalAtOnce(names: string[], send: (name: string) => Promise<void>): Promise<void> {
  const limit = pLimit(sentAtOnce);
  try {
    await Promise.all(names.map((name) => limit(() => send(name))));
  } finally {
    // After a failure the others would fail as slowly.
    limit.clearQueue();
  }
}

/**
 * Immutable files that every server serves: in the bucket `RELEASES_URL`, of which a folder under `DATA_DIR` then holds
 * copies, or in that folder alone.
 */
@Injectable()
export class SharedFiles {
  private readonly logger = new Logger('Files');
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

  /**
   * Stores those files of another folder of this machine that it does not have yet.
   * @throws ApiException UNAVAILABLE when the bucket is away.
   */
  async keepAll(folder: string, from: string, names: string[], fetching: Fetching = {}): Promise<void> {
    if (names.length === 0) return;
    if (this.bucket) return this.sendAll(folder, from, names, fetching);
    // An installation has a thousand files: few steps for each.
    const place = this.pathOf(folder);
    await mkdir(place, { recursive: true });
    const here = new Set(await readdir(place));
    for (const name of names.filter((each) => !here.has(each))) {
      await putWhole(place, path.join(place, name), async (draft) => {
        await copyFile(path.join(from, name), draft);
        await chmod(draft, 0o600);
      });
    }
  }

  private async sendAll(folder: string, from: string, names: string[], fetching: Fetching): Promise<void> {
    const send = async (name: string) => {
      const own = path.join(from, name);
      if (!(await this.isHere(folder, name, fetching))) return this.keep(folder, name, await readFile(own));
      // A server's copy may be of the time before the bucket's content was compared.
      if (!(await this.isSame(folder, from, name))) await this.write(folder, name, await readFile(own));
    };
    await severalAtOnce(names, send);
  }

  /** Whether a file here is that of another folder. */
  private async isSame(folder: string, from: string, name: string): Promise<boolean> {
    const own = await readFile(path.join(from, name));
    return (await contentOf(path.join(this.pathOf(folder), name)))?.equals(own) ?? false;
  }

  /**
   * One file, fetched from the bucket if needed; undefined when there is none.
   * @throws ApiException UNAVAILABLE.
   */
  async read(folder: string, name: string, fetching: Fetching = {}): Promise<Buffer | undefined> {
    const file = path.join(this.pathOf(folder), name);
    const content = await contentOf(file);
    if (content) return content;
    return (await this.isHere(folder, name, fetching)) ? contentOf(file) : undefined;
  }

  /**
   * One file as all servers see it: of the bucket, where another server may have removed what this one still holds a copy of.
   * @throws ApiException UNAVAILABLE.
   */
  async readShared(folder: string, name: string, fetching: Fetching = {}): Promise<Buffer | undefined> {
    return this.bucket ? this.bucket.get(`/${folder}/${name}`) : this.read(folder, name, fetching);
  }

  /**
   * Whether a file exists; copies it, with its compressed variants, from the bucket to this server's disk.
   * @throws ApiException UNAVAILABLE; OtherFile, which is one, where the bucket has something else under its name.
   */
  async isHere(folder: string, name: string, { elsewhere, isRight }: Fetching = {}): Promise<boolean> {
    const here = await access(path.join(this.pathOf(folder), name)).then(
      () => true,
      () => false,
    );
    const { bucket } = this;
    const source = bucket ? (file: string) => bucket.get(`/${folder}/${file}`) : elsewhere;
    if (here || !source) return here;
    // The file itself last, since its presence marks the copy as complete.
    for (const copy of [`${name}.br`, `${name}.gz`]) await this.fetch(folder, copy, { source, isRight });
    const found = await this.fetch(folder, name, { source, isRight });
    if (found === 'wrong') throw new OtherFile(name);
    return found === 'kept';
  }

  /** Removes files of a folder by their names, and the folder from this server. @throws ApiException UNAVAILABLE. */
  async remove(folder: string, names: string[]): Promise<void> {
    if (this.bucket) {
      const { bucket } = this;
      await severalAtOnce(names, (name) =>
        bucket.send({ method: 'DELETE', path: `/${folder}/${name}` }).then(discard),
      );
    }
    await rm(this.pathOf(folder), { recursive: true, force: true });
  }

  private async fetch(
    folder: string,
    name: string,
    { source, isRight }: { source: Source } & Pick<Fetching, 'isRight'>,
  ): Promise<'kept' | 'absent' | 'wrong'> {
    const content = await source(name);
    if (!content) return 'absent';
    if (isRight && !(await isRight(name, content))) {
      this.logger.error(`what was fetched as ${folder}/${name} is another file`);
      return 'wrong';
    }
    await this.write(folder, name, content);
    return 'kept';
  }

  private async write(folder: string, name: string, content: Buffer): Promise<void> {
    const place = this.pathOf(folder);
    await mkdir(place, { recursive: true });
    await putWhole(place, path.join(place, name), (draft) => writeFile(draft, content));
  }
}

/** Undefined for a file that is not there. */
const contentOf = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
