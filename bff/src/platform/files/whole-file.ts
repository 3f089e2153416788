import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Fills a draft, which then takes the name of the file: readers find it whole or not at all, also when two processes write it.
 * @param folder of the draft, on the file system of the file @throws what fails, after which no draft is left.
 */
export async function putWhole(
  folder: string,
  path: string,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = join(folder, `.${randomBytes(6).toString('hex')}`);
  try {
    await fill(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
