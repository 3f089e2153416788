import { chmod, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything that this process writes from now on is its owner's alone, whatever the code that writes it says. */
export const writePrivately = () => process.umask(0o077);

/**
 * Takes a folder and all that lies below it from everybody but its owner, as versions before did not write so. One file
 * after another, so that it may run beside other work until that is `stopping`. What vanishes meanwhile is no matter.
 * @throws the system's error when something is not the server's own.
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

function unlessAbsent(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
