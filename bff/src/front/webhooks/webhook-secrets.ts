import { bytes, rowOf, text, whole } from '../../platform/database/columns';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import { reencryptRows } from '../../people/auth/reencrypt-secrets';
import { decryptByAny, encrypt, isEncryptedBy } from '../../platform/security/encryption';

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

/** Encrypts webhooks' secrets by the key in use, in slices; returns how many had an older one. */
export function reencryptWebhookSecrets(database: Database, keys: Keys, slice: number): Promise<number> {
  return reencryptRows(
    database,
    (tx, after) => tx.rows(secretRow, nextSecrets, [after, slice]),
    (row) => isEncryptedBy(keys.encryptionKey, owner(row), row.secret),
    (tx, row) => {
      const again = [row.secret, row.oldSecret].map(
        (sealed) => sealed && sealedSecret(keys, row, openedSecret(keys, row, sealed)),
      );
      return tx.write('UPDATE partner_webhooks SET secret = ?, old_secret = ? WHERE id = ?', [
        ...again,
        row.id,
      ]);
    },
  );
}
