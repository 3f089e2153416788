import { bytes, rowOf, text, whole } from '../../platform/database/columns';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import { rewrapRows } from '../../people/auth/reencrypt-secrets';
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

const nextOlder = `
  SELECT o.id, w.partner_id AS partnerId, w.mode, o.secret
  FROM older_webhook_secrets o JOIN partner_webhooks w ON w.id = o.webhook_id
  WHERE o.id > ? ORDER BY o.id LIMIT ? FOR UPDATE`;
const olderRow = secretRow.omit({ oldSecret: true });

/** Encrypts webhooks' secrets by the key in use, in slices; returns of how many webhooks the secret had an older one. */
export async function reencryptWebhookSecrets(
  database: Database,
  keys: Keys,
  slice: number,
): Promise<number> {
  await rewrapRows(
    database,
    (tx, after) => tx.rows(olderRow, nextOlder, [after, slice]),
    (row) => isEncryptedBy(keys.encryptionKey, owner(row), row.secret),
    (tx, row) => {
      const again = sealedSecret(keys, row, openedSecret(keys, row, row.secret));
      return tx.write('UPDATE older_webhook_secrets SET secret = ? WHERE id = ?', [again, row.id]);
    },
  );
  return rewrapRows(
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
