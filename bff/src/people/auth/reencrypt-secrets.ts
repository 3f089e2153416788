import type { Config } from '../../platform/config/config';
import { bytes, rowOf, whole } from '../../platform/database/columns';
import type { Database, Transaction } from '../../platform/database/database';
import { decryptByAny, encrypt, isEncryptedBy } from '../../platform/security/encryption';
import { owner } from './two-factor.service';

const nextSecrets =
  'SELECT user_id AS id, secret FROM two_factor WHERE user_id > ? ORDER BY user_id LIMIT ? FOR UPDATE';
const secretRow = rowOf({ id: whole, secret: bytes });

/** Encrypts the secrets of second factors by the key in use, in slices; returns how many had an older one. */
export function reencryptSecrets(
  database: Database,
  { encryptionKey, encryptionKeys }: Pick<Config, 'encryptionKey' | 'encryptionKeys'>,
  slice: number,
): Promise<number> {
  return rewrapRows(
    database,
    (tx, after) => tx.rows(secretRow, nextSecrets, [after, slice]),
    ({ id, secret }) => isEncryptedBy(encryptionKey, owner(id), secret),
    (tx, { id, secret }) => {
      const again = encrypt(encryptionKey, owner(id), decryptByAny(encryptionKeys, owner(id), secret));
      return tx.write('UPDATE two_factor SET secret = ? WHERE user_id = ?', [again, id]);
    },
  );
}

/**
 * Encrypts or signs rows again, a slice in each transaction; returns how many. Those that are done are left, so that it may
 * be run again at any time.
 * @param next locks the next rows after an id, in its order
 * @param changed ends a slice in which a row was done
 */
export async function rewrapRows<Row extends { id: number }>(
  database: Database,
  next: (tx: Transaction, after: number) => Promise<Row[]>,
  isDone: (row: Row) => boolean,
  rewrap: (tx: Transaction, row: Row) => Promise<unknown>,
  changed?: (tx: Transaction) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after;
    const { rows, old } = await database.transaction(async (tx) => {
      const rows = await next(tx, from);
      const old = rows.filter((row) => !isDone(row));
      for (const row of old) await rewrap(tx, row);
      if (old.length > 0) await changed?.(tx);
      return { rows, old };
    });
    count += old.length;
    after = rows.at(-1)?.id;
  }
  return count;
}
