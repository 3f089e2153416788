import { chmod, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAbsent } from './absent';

/** Makes all files that this process creates from now on accessible to their owner only. */
export const writePrivately = () => process.umask(0o077);

/**
 * Makes an existing folder and everything in it accessible to its owner only, one file after another; files that vanish
 * meanwhile are skipped.
 * @throws the system's error for a file of another owner.
 */
export async function makePrivate(folder: string, stopping: AbortSignal): Promise<void> {
  await makeOwn(folder);
  for await (const entry of await opendir(folder)) {
    if (stopping.aborted) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makePrivate(path, stopping).catch(unlessAbsent);
    else if (entry.isFile()) await makeOwn(path).catch(unlessAbsent);
  }
}

async function makeOwn(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, mode & 0o700);
}
