import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../platform/config/config';
import type { NumberedKey } from '../../platform/config/keys';
import { objectStore, type ObjectStore } from '../../platform/files/object-store';

/** The folder of the anchors in their store. */
export const anchorFolder = 'anchors/';

/** The state of a database at a moment, which may never be lost: a line of JSON, signed by a key of the servers. */
const statement = z.object({
  /** The database's time after everything below was read. */
  time: z.iso.datetime(),
  /** How many lines of the activity log were sealed, and the last seal. */
  position: z.int().min(0),
  hash: z.hex().length(64),
  /** How many entries of the ledger had an id above `from` and up to `to`. */
  from: z.int().min(0),
  to: z.int().min(0),
  entries: z.int().min(0),
  /** The copy of the bank (`Restore.id`); empty for the one that was never restored. */
  copy: z.string().default(''),
});
const line = statement.extend({ key: z.int(), signature: z.hex().length(64) });

export type Anchor = z.infer<typeof statement>;

/** The bucket or folder of BACKUP_URL; without it a folder under DATA_DIR, which is outside the database too. */
export const anchorStore = ({ backupStore, dataDir }: Config): ObjectStore =>
  objectStore(backupStore ?? { folder: dataDir });

/** The line of an anchor. */
export function signed(anchor: Anchor, { id, key }: NumberedKey): string {
  return JSON.stringify({ ...anchor, key: id, signature: signature(anchor, key).toString('hex') });
}

/** The anchor of a line; undefined for a line that none of the keys signed. */
export function anchorIn(text: string, keys: NumberedKey[]): Anchor | undefined {
  const parsed = line.safeParse(parse(text));
  if (!parsed.success) return undefined;
  const { key: id, signature: given, ...anchor } = parsed.data;
  const known = keys.find((each) => each.id === id);
  const isOurs = known && timingSafeEqual(signature(anchor, known.key), Buffer.from(given, 'hex'));
  return isOurs ? anchor : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function signature({ time, position, hash, from, to, entries, copy }: Anchor, key: Buffer): Buffer {
  // Anchors without a copy are older than copies.
  const of = ['anchor', time, position, hash, from, to, entries, ...(copy === '' ? [] : [copy])];
  const content = JSON.stringify(of);
  return createHmac('sha256', key).update(content).digest();
}
