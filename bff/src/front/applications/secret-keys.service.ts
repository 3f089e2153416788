import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { partnerModes, type PartnerMode } from '@bank/contracts/partner-applications';
import {
  type NewSecretKey,
  type SecretKey,
  secretKeyLimit,
  type SecretKeys as SecretKeyList,
} from '@bank/contracts/partner-servers';
import { AuditService } from '../../platform/audit/audit.service';
import { bytes, isoMoment, moment, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { digest, newToken } from '../../people/auth/secrets';

/** A partner's server, known by its secret key. */
export interface PartnerServer {
  keyId: number;
  partnerId: number;
  mode: PartnerMode;
}

/** How often the use of a key is noted, in milliseconds. */
const noteEvery = 60_000;

const columns = 'id, mode, hint, created_at, last_used_at, revoked_at';
const keyRow = rowOf({
  id: whole,
  mode: z.enum(partnerModes),
  hint: text,
  created_at: isoMoment,
  last_used_at: isoMoment.nullable(),
  revoked_at: isoMoment.nullable(),
});
const select = `SELECT ${columns} FROM partner_secret_keys WHERE partner_id = ?`;
const insert = `
  INSERT INTO partner_secret_keys (partner_id, mode, digest, hint, created_at) VALUES (?)`;
const countActive =
  'SELECT COUNT(*) FROM partner_secret_keys WHERE partner_id = ? AND mode = ? AND revoked_at IS NULL';
const partnerRow = rowOf({ name: text });
const lockPartner = 'SELECT name FROM partners WHERE id = ? FOR UPDATE';
const byDigest = `
  SELECT k.id AS keyId, k.partner_id AS partnerId, k.mode, k.digest, k.last_used_at AS usedAt
  FROM partner_secret_keys k JOIN partners p ON p.id = k.partner_id AND p.status = 'active'
  WHERE k.digest = ? AND k.revoked_at IS NULL`;
const serverRow = rowOf({
  ...{ keyId: whole, partnerId: whole, mode: z.enum(partnerModes) },
  ...{ digest: bytes, usedAt: moment.nullable() },
});
const noteUse = 'UPDATE partner_secret_keys SET last_used_at = ? WHERE id = ?';

/** The secret keys of partners' servers; only their digests are stored. */
@Injectable()
export class SecretKeys {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** A partner's keys, newest first. @throws ApiException NOT_FOUND. */
  async list(partnerId: number): Promise<SecretKeyList> {
    await this.database.found(partnerRow, 'SELECT name FROM partners WHERE id = ?', [partnerId]);
    return { keys: await this.database.rows(keyRow, `${select} ORDER BY id DESC`, [partnerId]) };
  }

  /** Makes a key, shown this once. @throws ApiException NOT_FOUND, PARTNER_KEY_LIMIT, SECRET_SHOWN_ONCE. */
  create(partnerId: number, mode: PartnerMode, context: RequestContext): Promise<NewSecretKey> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { name } = await tx.found(partnerRow, lockPartner, [partnerId]);
      if ((await tx.count(countActive, [partnerId, mode])) >= secretKeyLimit)
        throw new ApiException('PARTNER_KEY_LIMIT');
      const secret = `sk_${mode}_${newToken()}`;
      const hint = `${secret.slice(0, 12)}...${secret.slice(-4)}`;
      const row = [partnerId, mode, digest(secret), hint, this.clock.now()];
      const { insertId } = await tx.write(insert, [row]);
      await this.audit.record(tx, {
        action: 'partner.secret_key_created',
        type: 'warning',
        values: { name, key: hint },
        ...authorOf(context),
      });
      return { key: await this.read(tx, partnerId, insertId), secret };
    });
  }

  /** Ends a key at once; a second time changes nothing. @throws ApiException NOT_FOUND. */
  revoke(partnerId: number, keyId: number, context: RequestContext): Promise<SecretKey> {
    return this.database.transaction(async (tx) => {
      const { name } = await tx.found(partnerRow, lockPartner, [partnerId]);
      const key = await this.read(tx, partnerId, keyId);
      if (key.revoked_at !== null) return key;
      await tx.write('UPDATE partner_secret_keys SET revoked_at = ? WHERE id = ?', [this.clock.now(), keyId]);
      await this.audit.record(tx, {
        action: 'partner.secret_key_revoked',
        type: 'warning',
        values: { name, key: key.hint },
        ...authorOf(context),
      });
      return this.read(tx, partnerId, keyId);
    });
  }

  /** The server that a key proves; undefined for one that is unknown or revoked, and of a partner that is off. */
  async serverOf(secret: string): Promise<PartnerServer | undefined> {
    const wanted = digest(secret);
    const found = await this.database.row(serverRow, byDigest, [wanted]);
    if (!found || !timingSafeEqual(found.digest, wanted)) return undefined;
    const now = this.clock.now();
    const { keyId, partnerId, mode, usedAt } = found;
    if (!usedAt || now.getTime() - usedAt.getTime() > noteEvery)
      await this.database.write(noteUse, [now, keyId]);
    return { keyId, partnerId, mode };
  }

  private read(connection: Connection, partnerId: number, keyId: number): Promise<SecretKey> {
    return connection.found(keyRow, `${select} AND id = ?`, [partnerId, keyId]);
  }
}
