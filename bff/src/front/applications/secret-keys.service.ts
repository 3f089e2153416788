import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { partnerModes, type PartnerMode } from '@bank/contracts/partner-applications';
import {
  type NewSecretKey,
  type NewSecretKeyRequest,
  type PartnerScope,
  partnerScopes,
  type RotateSecretKeyRequest,
  type SecretKey,
  secretKeyLimit,
  type SecretKeys as SecretKeyList,
} from '@bank/contracts/partner-servers';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { AuditService } from '../../platform/audit/audit.service';
import { bytes, isoMoment, moment, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { digest, newToken } from '../../platform/security/secrets';
import { dayMs, hourMs } from '../../platform/time/durations';

/** A partner's server, known by its secret key. */
export interface PartnerServer {
  keyId: number;
  partnerId: number;
  mode: PartnerMode;
  hint: string;
  scopes: PartnerScope[];
  callsPerMinute: number;
}

/** How often the use of a key is noted, in milliseconds. */
const noteEvery = 60_000;

type NewKey = Pick<SecretKey, 'mode' | 'name' | 'scopes' | 'calls_per_minute'> & { expiresAt: Date | null };

const columns =
  'id, mode, name, hint, scopes, calls_per_minute, created_at, last_used_at, expires_at, replaced_by, revoked_at';
/** Stored as a list, separated by commas; a scope of a newer server is left out. */
const scopeList = text.transform((list) => partnerScopes.filter((scope) => list.split(',').includes(scope)));
const keyRow = rowOf({
  id: whole,
  mode: z.enum(partnerModes),
  name: text,
  hint: text,
  scopes: scopeList,
  calls_per_minute: whole,
  created_at: isoMoment,
  last_used_at: isoMoment.nullable(),
  expires_at: isoMoment.nullable(),
  replaced_by: whole.nullable(),
  revoked_at: isoMoment.nullable(),
});
const select = `SELECT ${columns} FROM partner_secret_keys WHERE partner_id = ?`;
const insert = `
  INSERT INTO partner_secret_keys
    (partner_id, mode, digest, hint, created_at, name, scopes, calls_per_minute, expires_at) VALUES (?)`;
const countActive = `
  SELECT COUNT(*) FROM partner_secret_keys
  WHERE partner_id = ? AND mode = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`;
const partnerRow = rowOf({ name: text });
const lockPartner = 'SELECT name FROM partners WHERE id = ? FOR UPDATE';
const byDigest = `
  SELECT k.id AS keyId, k.partner_id AS partnerId, k.mode, k.digest, k.last_used_at AS usedAt, k.hint, k.scopes,
    k.calls_per_minute AS callsPerMinute
  FROM partner_secret_keys k JOIN partners p ON p.id = k.partner_id AND p.status = 'active'
  WHERE k.digest = ? AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)`;
const serverRow = rowOf({
  keyId: whole,
  partnerId: whole,
  mode: z.enum(partnerModes),
  digest: bytes,
  usedAt: moment.nullable(),
  hint: text,
  scopes: scopeList,
  callsPerMinute: whole,
});
const noteUse = 'UPDATE partner_secret_keys SET last_used_at = ? WHERE id = ?';

/** The secret keys of partners' servers; only their digests are stored. */
@Injectable()
export class SecretKeys {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /** The name of a partner. @throws ApiException NOT_FOUND. */
  async partnerName(id: number): Promise<string> {
    return (await this.database.found(partnerRow, 'SELECT name FROM partners WHERE id = ?', [id])).name;
  }

  /** A key of a partner. @throws ApiException NOT_FOUND. */
  find(partnerId: number, keyId: number): Promise<SecretKey> {
    return this.read(this.database, partnerId, keyId);
  }

  /** A partner's keys, newest first. @throws ApiException NOT_FOUND. */
  async list(partnerId: number): Promise<SecretKeyList> {
    await this.partnerName(partnerId);
    return { keys: await this.database.rows(keyRow, `${select} ORDER BY id DESC`, [partnerId]) };
  }

  /** Makes a key, shown this once, and notifies its maker. @throws ApiException NOT_FOUND, PARTNER_KEY_LIMIT, SECRET_SHOWN_ONCE. */
  create(partnerId: number, request: NewSecretKeyRequest, context: RequestContext): Promise<NewSecretKey> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { name } = await tx.found(partnerRow, lockPartner, [partnerId]);
      const { mode, days } = request;
      const now = this.clock.now();
      if ((await tx.count(countActive, [partnerId, mode, now])) >= secretKeyLimit)
        throw new ApiException('PARTNER_KEY_LIMIT');
      const expiresAt = days === undefined ? null : new Date(now.getTime() + days * dayMs);
      const made = await this.insert(tx, partnerId, { ...request, expiresAt });
      await this.audit.record(tx, {
        action: 'partner.secret_key_created',
        type: 'warning',
        values: { name, key: made.key.hint },
        ...authorOf(context),
      });
      this.notify(tx, context, name, made);
      return made;
    });
  }

  /**
   * Replaces a key by one of the same name, scopes, limit and length of life. The replaced one works for the overlap, at most
   * until its own end: so long a partner may have one key more than it may create, and no other one with an overlap.
   * @throws ApiException NOT_FOUND for a key that works no longer or is being replaced, PARTNER_KEY_LIMIT, SECRET_SHOWN_ONCE.
   */
  rotate(
    partnerId: number,
    keyId: number,
    { overlap_hours: hours }: RotateSecretKeyRequest,
    context: RequestContext,
  ): Promise<NewSecretKey> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { name } = await tx.found(partnerRow, lockPartner, [partnerId]);
      const old = await this.read(tx, partnerId, keyId);
      const now = this.clock.now();
      const end = old.expires_at === null ? null : new Date(old.expires_at);
      if (old.revoked_at !== null || old.replaced_by !== null || (end && end <= now))
        throw new ApiException('NOT_FOUND');
      if (hours > 0 && (await tx.count(countActive, [partnerId, old.mode, now])) > secretKeyLimit)
        throw new ApiException('PARTNER_KEY_LIMIT');
      const expiresAt = end && new Date(now.getTime() + (end.getTime() - Date.parse(old.created_at)));
      const made = await this.insert(tx, partnerId, { ...old, expiresAt });
      const overlap = new Date(now.getTime() + hours * hourMs);
      const ends = end && end < overlap ? end : overlap;
      await tx.write('UPDATE partner_secret_keys SET expires_at = ?, replaced_by = ? WHERE id = ?', [
        ends,
        made.key.id,
        keyId,
      ]);
      await this.audit.record(tx, {
        action: 'partner.secret_key_replaced',
        type: 'warning',
        values: { name, key: old.hint, by: made.key.hint },
        ...authorOf(context),
      });
      this.notify(tx, context, name, made);
      return made;
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

  /** The server that a key proves; undefined for one that is unknown, revoked or at its end, and of a partner that is off. */
  async serverOf(secret: string): Promise<PartnerServer | undefined> {
    const wanted = digest(secret);
    const now = this.clock.now();
    const found = await this.database.row(serverRow, byDigest, [wanted, now]);
    if (!found || !timingSafeEqual(found.digest, wanted)) return undefined;
    const { digest: _, usedAt, ...server } = found;
    if (!usedAt || now.getTime() - usedAt.getTime() > noteEvery)
      await this.database.write(noteUse, [now, server.keyId]);
    return server;
  }

  /** A person's session may be stolen: they learn of each key that it made. */
  private notify(tx: Transaction, { actor }: RequestContext, partner: string, { key }: NewSecretKey): void {
    const values = { partner, key: key.name || key.hint };
    this.notifications.notify(tx, actor.userId, { type: 'security', key: 'partner_key_made', values });
  }

  private async insert(
    tx: Transaction,
    partnerId: number,
    { mode, name, scopes, calls_per_minute: calls, expiresAt }: NewKey,
  ): Promise<NewSecretKey> {
    const secret = `sk_${mode}_${newToken()}`;
    const hint = `${secret.slice(0, 12)}...${secret.slice(-4)}`;
    const row = [
      partnerId,
      mode,
      digest(secret),
      hint,
      this.clock.now(),
      name,
      scopes.join(),
      calls,
      expiresAt,
    ];
    const { insertId } = await tx.write(insert, [row]);
    return { key: await this.read(tx, partnerId, insertId), secret };
  }

  private read(connection: Connection, partnerId: number, keyId: number): Promise<SecretKey> {
    return connection.found(keyRow, `${select} AND id = ?`, [partnerId, keyId]);
  }
}
