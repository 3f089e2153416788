import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { ConfigError, type Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import { objectStore, type ObjectStore } from '../../platform/files/object-store';
import { anchorFolder, anchorStore } from './anchor';
import { verifyAnchors, type AnchorVerification } from './anchor-verifier';

/**
 * Compares a database with the anchors of a file, of a folder, or of the store to which the servers write them (`store`).
 * @throws ConfigError with a sentence when there are none.
 */
export async function verifyWithAnchors(
  database: Database,
  config: Config,
  place: string,
  until?: Date,
): Promise<AnchorVerification> {
  const found = await verifyAnchors(database, filesAt(config, place), config.signingKeys, until);
  if (found.checked === 0 && found.broken.length === 0) {
    throw new ConfigError(
      `There is no anchor ${until ? `of before ${until.toISOString()} ` : ''}in ${place}.`,
    );
  }
  return found;
}

async function* filesAt(config: Config, place: string) {
  if (place === 'store') return yield* objectsOf(anchorStore(config), anchorFolder);
  const path = resolve(place);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new ConfigError(`--anchor ${place}: there is no such file or folder.`);
  if (found.isDirectory()) return yield* objectsOf(objectStore({ folder: path }), '');
  yield { name: basename(path), content: await readFile(path, 'utf8') };
}

async function* objectsOf(store: ObjectStore, folder: string) {
  for (const name of await store.list(folder)) {
    const content = await store.get(name);
    if (content) yield { name, content: content.toString('utf8') };
  }
}
