import { Injectable } from '@nestjs/common';
import { passkeyMaximum, type Passkey } from '@bank/contracts/passkeys';
import type { z } from 'zod';
import { bytes, isoMoment, jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import type { Connection, Transaction } from '../../platform/database/database';
import { databaseErrorNumber, duplicateKey } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import { Clock } from '../../platform/time/clock.service';
import { lockUser } from '../users/lock-user';

const transports = jsonOf(text.array());

const keyRow = rowOf({
  id: whole,
  userId: whole,
  credentialId: bytes,
  rpId: text,
  userHandle: bytes,
  publicKey: bytes,
  transports,
});

/** The columns of a passkey that verifying an assertion needs. */
export type StoredPasskey = z.infer<typeof keyRow>;

const keyColumns = `
  id, user_id AS userId, credential_id AS credentialId, rp_id AS rpId, user_handle AS userHandle,
  public_key AS publicKey, transports`;

const knownRow = rowOf({ credentialId: bytes, rpId: text, userHandle: bytes, transports });
const counterRow = rowOf({ counter: whole });
const listedRow = rowOf({
  id: whole,
  name: text,
  created_at: isoMoment,
  last_used_at: isoMoment.nullable(),
});

export type NewPasskey = Omit<StoredPasskey, 'id'> & { counter: number; name: string };

/** The table of passkeys. */
@Injectable()
export class PasskeyStore {
  constructor(private readonly clock: Clock) {}

  /** A passkey by the identifier that its authenticator drew. */
  find(connection: Connection, credentialId: Buffer): Promise<StoredPasskey | undefined> {
    return connection.row(keyRow, `SELECT ${keyColumns} FROM passkeys WHERE credential_id = ?`, [
      credentialId,
    ]);
  }

  /** The passkeys of a person for browsers, of every site. */
  known(connection: Connection, userId: number): Promise<z.infer<typeof knownRow>[]> {
    return connection.rows(
      knownRow,
      `SELECT credential_id AS credentialId, rp_id AS rpId, user_handle AS userHandle, transports
       FROM passkeys WHERE user_id = ? ORDER BY id LIMIT ?`,
      [userId, passkeyMaximum],
    );
  }

  /** The passkeys of a person for the settings, the oldest first. */
  list(connection: Connection, userId: number): Promise<Passkey[]> {
    return connection.rows(
      listedRow,
      'SELECT id, name, created_at, last_used_at FROM passkeys WHERE user_id = ? ORDER BY id LIMIT ?',
      [userId, passkeyMaximum],
    );
  }

  /** @throws ApiException LIST_FULL, PASSKEY_KNOWN when the identifier is anyone’s already. */
  async add(tx: Transaction, added: NewPasskey): Promise<Passkey> {
    await lockUser(tx, added.userId);
    const count = await tx.count('SELECT COUNT(*) FROM passkeys WHERE user_id = ?', [added.userId]);
    if (count >= passkeyMaximum) throw new ApiException('LIST_FULL');
    const now = this.clock.now();
    const { userId, credentialId, rpId, userHandle, publicKey, counter, name } = added;
    try {
      const { insertId: id } = await tx.write(
        `INSERT INTO passkeys (user_id, credential_id, rp_id, user_handle, public_key, counter, transports, name,
           created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          userId,
          credentialId,
          rpId,
          userHandle,
          publicKey,
          counter,
          JSON.stringify(added.transports),
          name,
          now,
        ],
      );
      return { id, name, created_at: now.toISOString(), last_used_at: null };
    } catch (error) {
      throw databaseErrorNumber(error) === duplicateKey ? new ApiException('PASSKEY_KNOWN') : error;
    }
  }

  /** Keeps a passkey from being removed until the transaction ends; false for one that was removed. */
  lock(tx: Transaction, id: number): Promise<boolean> {
    return tx.exists('SELECT 1 FROM passkeys WHERE id = ? FOR UPDATE', [id]);
  }

  /**
   * Records a use, one at a time. Returns false when the authenticator's counter did not advance, as that of a copy does
   * not, or the passkey was removed meanwhile; an authenticator without a counter always reports 0.
   */
  async use(tx: Transaction, id: number, counter: number): Promise<boolean> {
    const sql = 'SELECT counter FROM passkeys WHERE id = ? FOR UPDATE';
    const before = await tx.row(counterRow, sql, [id]);
    if (!before) return false;
    if ((counter > 0 || before.counter > 0) && counter <= before.counter) return false;
    const update = 'UPDATE passkeys SET counter = ?, last_used_at = ? WHERE id = ?';
    await tx.write(update, [counter, this.clock.now(), id]);
    return true;
  }
}
