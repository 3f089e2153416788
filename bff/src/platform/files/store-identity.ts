import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config';
import type { BucketAddress } from '../config/bucket-address';

/** Fingerprints of where a server keeps its files: two servers share files only if theirs are equal. */
export interface StoreIdentity {
  documents: string;
  releases: string;
}

/** Of the buckets, or of the folder `DATA_DIR`, which is named by a number in it. @throws the system's error. */
export async function storeIdentity(config: Config): Promise<StoreIdentity> {
  const of = async (bucket: BucketAddress | undefined) =>
    createHash('sha256')
      .update(bucket ? `bucket ${bucket.url}` : `folder ${await folderNumber(config.dataDir)}`)
      .digest('hex');
  return { documents: await of(config.documentsBucket), releases: await of(config.releasesBucket) };
}

/** Random, written once; a hard link creates the file atomically, so that processes that start together agree. */
async function folderNumber(folder: string): Promise<string> {
  const file = path.join(folder, 'folder.id');
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(draft, randomBytes(16).toString('hex'), { mode: 0o600 });
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
