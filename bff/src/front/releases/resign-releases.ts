import { rowOf, text, whole } from '../../platform/database/columns';
import type { Database } from '../../platform/database/database';
import { rewrapRows } from '../../people/auth/reencrypt-secrets';
import { lockSequence, raiseSequence } from './release-sequence';
import type { ReleaseSigner } from './release-signer.service';

const nextReleases =
  'SELECT id, statement, signature FROM releases WHERE id > ? ORDER BY id LIMIT ? FOR UPDATE';
const signedRow = rowOf({ id: whole, statement: text, signature: text });

/**
 * Signs by the key in use, in slices, the releases that an older known key has signed; returns how many. One that no known key has
 * signed stays refused.
 */
export function resignReleases(database: Database, signer: ReleaseSigner, slice: number): Promise<number> {
  return rewrapRows(
    database,
    async (tx, after) => {
      await lockSequence(tx);
      return tx.rows(signedRow, nextReleases, [after, slice]);
    },
    // The signature of a text by a key is always the same (RFC 8032, section 5.1.6).
    ({ statement, signature }) =>
      signature === signer.sign(statement) || !signer.isSigned(statement, signature),
    (tx, { id, statement }) =>
      tx.write('UPDATE releases SET signature = ? WHERE id = ?', [signer.sign(statement), id]),
    // Servers read again what they show: a page may know the key in use alone.
    (tx) => raiseSequence(tx, new Date()),
  );
}
