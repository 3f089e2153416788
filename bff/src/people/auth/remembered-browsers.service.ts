import { Injectable } from '@nestjs/common';
import type { RememberedBrowsers as Remembered } from '@bank/contracts/auth';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { flag, isoMoment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import type { Actor } from '../../platform/http/actor';
import { cookie, isSecure } from '../../platform/http/cookies';
import { notFoundFor } from '../../platform/http/not-found';
import {
  authorOf,
  browserCookie,
  type Caller,
  type RequestContext,
} from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { deviceName } from './device';
import { digest, newToken } from '../../platform/security/secrets';

/**
 * Half of what article 10 of Delegated Regulation (EU) 2018/389, as amended by (EU) 2022/2360, allows between two strong
 * authentications for account information: 180 days. Payments and sensitive changes still need an approval each.
 */
const lifeSeconds = 90 * 24 * 60 * 60;

/** The maximum for a person; another one replaces the least recently used. */
const most = 10;

/** Within this time two tabs may use the same secret, as with refresh tokens: by the clock of the database, as of these. */
const reuseGraceSeconds = 10;

/** Administrators use a second factor at every sign-in. Parameters: the hash, the user, the hash twice, now. */
const presented = `
  SELECT b.id, b.secret_hash = ? AS isCurrent, u.email,
    b.last_used_at < UTC_TIMESTAMP(3) - INTERVAL ${reuseGraceSeconds} SECOND AS isGraceOver
  FROM remembered_browsers b JOIN users u ON u.id = b.user_id
  WHERE b.user_id = ? AND (b.secret_hash = ? OR b.previous_hash = ?) AND b.expires_at > ? AND u.role <> 'admin' FOR UPDATE`;
const presentedRow = rowOf({ id: whole, isCurrent: flag, isGraceOver: flag, email: text });

const replaceSecret = `
  UPDATE remembered_browsers SET secret_hash = ?, previous_hash = ?, name = ?, last_used_at = UTC_TIMESTAMP(3) WHERE id = ?`;
const add = `
  INSERT INTO remembered_browsers (user_id, name, secret_hash, created_at, last_used_at, expires_at)
  SELECT id, ?, ?, ?, UTC_TIMESTAMP(3), ? FROM users WHERE id = ? AND role <> 'admin'`;
const countOwn = 'SELECT COUNT(*) FROM remembered_browsers WHERE user_id = ?';
const forgetOldest = 'DELETE FROM remembered_browsers WHERE user_id = ? ORDER BY last_used_at, id LIMIT ?';

const listOwn = `
  SELECT id, name, created_at, last_used_at, expires_at FROM remembered_browsers
  WHERE user_id = ? AND expires_at > ? ORDER BY last_used_at DESC, id DESC LIMIT ${most}`;
const listedRow = rowOf({
  id: whole,
  name: text,
  created_at: isoMoment,
  last_used_at: isoMoment,
  expires_at: isoMoment,
});

/**
 * Browsers in which a person is not asked for the second factor when they sign in by password. Each has a secret in a cookie,
 * which every use replaces: one that was replaced before is a copy, and ends all of the person's.
 */
@Injectable()
export class RememberedBrowsers {
  private readonly secure: boolean;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.secure = isSecure(config);
  }

  /** Remembers the browser of a person who has just used their second factor; returns its cookie, none for staff. */
  async remember(tx: Transaction, userId: number, caller: Caller): Promise<string | undefined> {
    const now = this.clock.now();
    const secret = newToken();
    const surplus = (await tx.count(countOwn, [userId])) - most + 1;
    if (surplus > 0) await tx.write(forgetOldest, [userId, surplus]);
    const until = new Date(now.getTime() + lifeSeconds * 1_000);
    const values = [deviceName(caller.userAgent), digest(secret), now, until, userId];
    const { affectedRows } = await tx.write(add, values);
    return affectedRows === 0 ? undefined : this.cookieOf(secret);
  }

  /** Whether the browser is one of the person's: then its next cookie, otherwise undefined. */
  async recognise(tx: Transaction, userId: number, caller: Caller): Promise<string | undefined> {
    if (caller.browser === undefined) return undefined;
    const now = this.clock.now();
    const hash = digest(caller.browser);
    const found = await tx.row(presentedRow, presented, [hash, userId, hash, hash, now]);
    if (!found) return undefined;
    if (!found.isCurrent && found.isGraceOver) {
      await this.forgetAll(tx, userId);
      const { requestId } = caller;
      await this.audit.record(tx, {
        action: 'browser.reused',
        type: 'warning',
        userId,
        email: found.email,
        requestId,
      });
      return undefined;
    }
    const secret = newToken();
    await tx.write(replaceSecret, [digest(secret), hash, deviceName(caller.userAgent), found.id]);
    return this.cookieOf(secret);
  }

  async list({ userId }: Actor): Promise<Remembered> {
    return { browsers: await this.database.rows(listedRow, listOwn, [userId, this.clock.now()]) };
  }

  /** @throws ApiException NOT_FOUND when the browser is not the caller's. */
  async forget(context: RequestContext, id: number): Promise<void> {
    const { userId } = context.actor;
    await this.database.transaction(async (tx) => {
      const sql = 'DELETE FROM remembered_browsers WHERE id = ? AND user_id = ?';
      const { affectedRows } = await tx.write(sql, [id, userId]);
      if (affectedRows === 0) throw await notFoundFor(tx, 'remembered_browsers', id, userId);
      await this.audit.record(tx, { action: 'browser.forgotten', type: 'info', ...authorOf(context) });
    });
  }

  private async forgetAll(tx: Transaction, userId: number): Promise<void> {
    await tx.write('DELETE FROM remembered_browsers WHERE user_id = ?', [userId]);
  }

  private cookieOf(secret: string): string {
    return cookie(browserCookie, secret, {
      secure: this.secure,
      maxAgeSeconds: lifeSeconds,
      sameSite: 'Strict',
    });
  }
}
