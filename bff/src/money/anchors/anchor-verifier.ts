import type { NumberedKey } from '../../platform/config/keys';
import { bytes, rowOf, whole } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';
import { anchorIn, type Anchor } from './anchor';
import { restoresOf, type Restore } from './restores';

/** Rows that one statement counts. */
const entriesAtOnce = 50_000;
const sealsAtOnce = 1_000;

const sealRow = rowOf({ position: whole, hash: bytes });

export interface AnchorVerification {
  /** Sentences about what is missing or altered; empty when the database agrees with the anchors. */
  broken: string[];
  checked: number;
  newest: Anchor | undefined;
  /** The restores of this database, by its own log. */
  restores: Restore[];
}

/** Counts entries by their ids, above `from` and up to `to`, in slices. */
export async function countEntries(database: Connection, from: number, to: number): Promise<number> {
  let counted = 0;
  for (let start = from; start < to; start += entriesAtOnce) {
    const range = [start, Math.min(to, start + entriesAtOnce)];
    counted += await database.count('SELECT COUNT(*) FROM entries WHERE id > ? AND id <= ?', range);
  }
  return counted;
}

/**
 * Compares a database with files of anchors, one after another: every seal is at its position, and no entry of the
 * ledger is missing. In a restored database only the restored data and its own later writes count.
 * @param until anchors of this moment and later are ignored, for a database of an earlier moment
 */
export async function verifyAnchors(
  database: Connection,
  files: AsyncIterable<{ name: string; content: string }>,
  keys: NumberedKey[],
  until = new Date(8.64e15),
): Promise<AnchorVerification> {
  const restores = await restoresOf(database);
  const result: AnchorVerification = { broken: [], checked: 0, newest: undefined, restores };
  for await (const { name, content } of files) {
    const anchors = content.split('\n').flatMap((text) => {
      if (text === '') return [];
      const anchor = anchorIn(text, keys);
      if (!anchor)
        result.broken.push(`a line of ${name} was altered, or signed with a key that is not known`);
      const isMeant = anchor && isOfPast(anchor, restores) && Date.parse(anchor.time) < until.getTime();
      return isMeant ? [anchor] : [];
    });
    result.broken.push(...(await lostSeals(database, anchors)), ...(await lostEntries(database, anchors)));
    result.checked += anchors.length;
    for (const anchor of anchors) {
      if (!result.newest || anchor.time > result.newest.time) result.newest = anchor;
    }
  }
  return result;
}

/** Whether a database must agree with an anchor: not if another copy of the bank wrote it after the two separated. */
function isOfPast({ copy, time }: Anchor, restores: Restore[]): boolean {
  const at = restores.findIndex(({ id }) => id === copy);
  const next = restores[at + 1];
  return (copy === '' || at >= 0) && (!next || time < next.moment);
}

async function lostSeals(database: Connection, anchors: Anchor[]): Promise<string[]> {
  const found = new Map<number, string>();
  for (let at = 0; at < anchors.length; at += sealsAtOnce) {
    const positions = anchors.slice(at, at + sealsAtOnce).map(({ position }) => position);
    const rows = await database.rows(
      sealRow,
      'SELECT position, hash FROM audit_seals WHERE position IN (?)',
      [positions],
    );
    for (const { position, hash } of rows) found.set(position, hash.toString('hex'));
  }
  const lost = anchors.find(({ position, hash }) => found.get(position) !== hash);
  if (!lost) return [];
  const { position, time } = lost;
  const what = found.has(position) ? 'is another line' : 'is gone';
  return [`line ${position} of the log, which was sealed by ${time}, ${what}`];
}

async function lostEntries(database: Connection, anchors: Anchor[]): Promise<string[]> {
  const [first, last] = [anchors[0], anchors.at(-1)];
  if (!first || !last) return [];
  const had = anchors.reduce((sum, { entries }) => sum + entries, 0);
  const has = await countEntries(database, first.from, last.to);
  if (has >= had) return [];
  return [
    `${had - has} entries of the ledger, of ${had} that it had between ${first.time} and ${last.time}, are gone`,
  ];
}
