import { bytes, rowOf, whole } from '../../platform/database/columns';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import { decryptByAny, encrypt, isEncryptedBy } from './secrets';
import { owner } from './two-factor.service';

const nextSecrets =
  'SELECT user_id AS userId, secret FROM two_factor WHERE user_id > ? ORDER BY user_id LIMIT ? FOR UPDATE';
const secretRow = rowOf({ userId: whole, secret: bytes });

/**
 * Encrypts the secrets of second factors by the key in use, in slices; returns how many had an older one. Those that have it
 * already are left, so that it may be run again at any time.
 */
export async function reencryptSecrets(
  database: Database,
  { encryptionKey, encryptionKeys }: Pick<Config, 'encryptionKey' | 'encryptionKeys'>,
  slice: number,
): Promise<number> {
  let done = 0;
  for (let last: number | undefined = 0; last !== undefined;) {
    const after: number = last;
    last = await database.transaction(async (tx) => {
      const rows = await tx.rows(secretRow, nextSecrets, [after, slice]);
      for (const { userId, secret } of rows) {
        if (isEncryptedBy(encryptionKey, owner(userId), secret)) continue;
        const again = encrypt(
          encryptionKey,
          owner(userId),
          decryptByAny(encryptionKeys, owner(userId), secret),
        );
        await tx.write('UPDATE two_factor SET secret = ? WHERE user_id = ?', [again, userId]);
        done += 1;
      }
      return rows.at(-1)?.userId;
    });
  }
  return done;
}
