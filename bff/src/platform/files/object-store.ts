import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreAddress } from '../config/bucket-address';
import { unlessAbsent } from './absent';
import { Bucket, discard } from './bucket';
import { putWhole } from './whole-file';

/** Small objects by name, such as `anchors/2026-11-23T22`: in a bucket or in a folder. */
export interface ObjectStore {
  /** Stores an object, whole or not at all. @throws the store's error. */
  put(name: string, content: Buffer): Promise<void>;
  /** An object; undefined when there is none. @throws the store's error. */
  get(name: string): Promise<Buffer | undefined>;
  /** The names that begin with a folder such as `anchors/`, in order. @throws the store's error. */
  list(folder: string): Promise<string[]>;
  /** Does nothing for an unknown name. @throws the store's error. */
  remove(name: string): Promise<void>;
}

export const objectStore = (address: StoreAddress): ObjectStore =>
  'folder' in address ? new FolderObjects(address.folder) : new BucketObjects(new Bucket(address));

/** The pauses before a bucket is asked again, ms. */
const pauses = [200, 1_000, 3_000, 8_000];

/** A bucket that fails for some seconds costs a pause, not the backup. */
class BucketObjects implements ObjectStore {
  constructor(private readonly bucket: Bucket) {}

  async put(name: string, content: Buffer): Promise<void> {
    const sha256 = createHash('sha256').update(content).digest();
    await again(async () => {
      const sent = { stream: Readable.from([content]), size: content.length, sha256 };
      await discard(await this.bucket.send({ method: 'PUT', path: `/${name}`, content: sent }));
    });
  }

  get(name: string): Promise<Buffer | undefined> {
    return again(() => this.bucket.get(`/${name}`));
  }

  list(folder: string): Promise<string[]> {
    return again(async () => {
      const names: string[] = [];
      for await (const page of this.bucket.list(folder)) names.push(...page.map(({ key }) => key));
      return names;
    });
  }

  async remove(name: string): Promise<void> {
    await again(async () => discard(await this.bucket.send({ method: 'DELETE', path: `/${name}` })));
  }
}

async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await attempt();
    } catch {
      await sleep(pause);
    }
  }
  return attempt();
}

class FolderObjects implements ObjectStore {
  constructor(private readonly root: string) {}

  async put(name: string, content: Buffer): Promise<void> {
    const path = join(this.root, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await putWhole(this.root, path, (draft) => write(draft, content));
  }

  async get(name: string): Promise<Buffer | undefined> {
    return readFile(join(this.root, name)).catch(unlessAbsent);
  }

  async list(folder: string): Promise<string[]> {
    const entries =
      (await readdir(join(this.root, folder), { withFileTypes: true }).catch(unlessAbsent)) ?? [];
    const names: string[] = [];
    for (const entry of entries) {
      if (entry.isDirectory()) names.push(...(await this.list(`${folder}${entry.name}/`)));
      else names.push(folder + entry.name);
    }
    return names.sort();
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.root, name), { force: true });
  }
}

/** Writes a new file, which is on the disk when this returns. */
async function write(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
