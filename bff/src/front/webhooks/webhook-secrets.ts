import { bytes, rowOf, text, whole } from '../../platform/database/columns';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import { decryptByAny, encrypt, isEncryptedBy } from '../../people/auth/secrets';

type Keys = Pick<Config, 'encryptionKey' | 'encryptionKeys'>;

/** What a secret is bound to: it cannot be moved to another partner or mode. */
interface Owner {
  partnerId: number;
  mode: string;
}

const owner = ({ partnerId, mode }: Owner) => `webhook ${partnerId} ${mode}`;

/** A webhook's secret as it is stored. */
export const sealedSecret = ({ encryptionKey }: Keys, of: Owner, secret: string): Buffer =>
  encrypt(encryptionKey, owner(of), secret);

/** The secret of a stored one. @throws Error when it was changed, or moved to another partner or mode. */
export const openedSecret = ({ encryptionKeys }: Keys, of: Owner, sealed: Buffer): string =>
  decryptByAny(encryptionKeys, owner(of), sealed);

const nextSecrets = `
  SELECT id, partner_id AS partnerId, mode, secret, old_secret AS oldSecret FROM partner_webhooks
  WHERE id > ? ORDER BY id LIMIT ? FOR UPDATE`;
const secretRow = rowOf({
  id: whole,
  partnerId: whole,
  mode: text,
  secret: bytes,
  oldSecret: bytes.nullable(),
});

/** Encrypts webhooks' secrets by the key in use, in slices; returns how many had an older one. It may be run again at any time. */
export async function reencryptWebhookSecrets(
  database: Database,
  keys: Keys,
  slice: number,
): Promise<number> {
  let done = 0;
  for (let last: number | undefined = 0; last !== undefined;) {
    const after: number = last;
    last = await database.transaction(async (tx) => {
      const rows = await tx.rows(secretRow, nextSecrets, [after, slice]);
      for (const row of rows) {
        if (isEncryptedBy(keys.encryptionKey, owner(row), row.secret)) continue;
        const again = [row.secret, row.oldSecret].map(
          (sealed) => sealed && sealedSecret(keys, row, openedSecret(keys, row, sealed)),
        );
        await tx.write('UPDATE partner_webhooks SET secret = ?, old_secret = ? WHERE id = ?', [
          ...again,
          row.id,
        ]);
        done += 1;
      }
      return rows.at(-1)?.id;
    });
  }
  return done;
}
