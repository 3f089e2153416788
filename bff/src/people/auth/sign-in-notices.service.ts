import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Caller } from '../../platform/http/request-context';
import { addressKey } from '../../platform/security/address';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService } from '../users/users.service';
import { deviceName } from './device';
import { DisownedChanges } from './disowned-changes.service';
import { KnownDevices } from './known-devices.service';
import { PasswordResetService } from './password-reset.service';
import { keyedDigest } from '../../platform/security/secrets';
import { SessionsService } from './sessions.service';

/** How long the link of a notice works; sessions are kept longer. */
export const linkDays = 7;

/** A session that its person has not disowned yet; parameters: the session, and the start of the time that links work. */
const noticed = `
  SELECT s.user_id AS userId, u.email, s.noticed_email AS noticedEmail, s.created_at AS since
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = ? AND s.created_at > ? AND NOT (s.end_reason <=> 'disowned') AND u.deleted_at IS NULL FOR UPDATE`;
/**
 * A session that was opened from the same browser and network, of which the person was notified; parameters: the person, the
 * browser and network, and the start of the time in which they need not be notified again.
 */
const toldBefore = `
  SELECT 1 FROM sessions
  WHERE user_id = ? AND noticed_place = ? AND created_at > ? AND NOT (end_reason <=> 'disowned') LIMIT 1`;
const noticedRow = rowOf({ userId: whole, email: text, noticedEmail: text.nullable(), since: moment });
const note = `
  UPDATE sessions s JOIN users u ON u.id = s.user_id SET s.noticed_place = ?, s.noticed_email = u.email
  WHERE s.id = ?`;

/** Notifies people of sign-ins from browsers that are new to them, with a link for who it was not. */
@Injectable()
export class SignInNotices {
  constructor(
    private readonly database: Database,
    private readonly devices: KnownDevices,
    private readonly sessions: SessionsService,
    private readonly changes: DisownedChanges,
    private readonly users: UsersService,
    private readonly resets: PasswordResetService,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Notifies a person of the session that was opened, unless they have signed in in the caller's browser before. Of a browser
   * that keeps no cookies they are notified once a day for each network: notices that always come are not read.
   */
  async notify(tx: Transaction, userId: number, sessionId: number, caller: Caller): Promise<void> {
    if (await this.devices.isKnown(tx, userId, caller)) return;
    const place = this.placeOf(userId, caller);
    const since = new Date(this.clock.now().getTime() - dayMs);
    if (await tx.exists(toldBefore, [userId, place, since])) return;
    await tx.write(note, [place, sessionId]);
    const values = { device: deviceName(caller.userAgent), session: String(sessionId) };
    this.notifications.notify(tx, userId, { type: 'security', key: 'new_sign_in', values });
  }

  /** Keyed: the database does not keep where people sign in from. */
  private placeOf(userId: number, { userAgent, address }: Caller): Buffer {
    return keyedDigest(this.config.signingKey, `sign-in place ${userId} ${addressKey(address)} ${userAgent}`);
  }

  /** The page on which the person of a session disowns it; a mail names it. */
  linkOf(session: string): string {
    return `${this.config.shellOrigin}/not-me#token=${session}.${signatureOf(this.config.signingKey, session)}`;
  }

  /**
   * Ends the session of a link, and those after it of which no notice came to the same address, once, and takes back the second
   * factors that came since (see `DisownedChanges`): nothing opens by the password any more until it is replaced by the link that is
   * mailed, where it is certain to whom, and no browser is remembered.
   * @throws ApiException SIGN_IN_LINK_INVALID for a forged, used or old link.
   */
  async disown(token: string, caller: Caller): Promise<void> {
    const sessionId = this.sessionOf(token);
    const since = new Date(this.clock.now().getTime() - linkDays * dayMs);
    const { userId, isDisputed } = await this.database.transaction(async (tx) => {
      const found =
        sessionId === undefined ? undefined : await tx.row(noticedRow, noticed, [sessionId, since]);
      if (!found || sessionId === undefined) throw new ApiException('SIGN_IN_LINK_INVALID');
      const { userId, email } = found;
      await this.sessions.disown(tx, userId, sessionId);
      await this.users.blockPassword(tx, userId);
      const { requestId } = caller;
      await this.audit.record(tx, { action: 'session.disowned', type: 'warning', userId, email, requestId });
      return { userId, isDisputed: await this.changes.takeBack(tx, { ...found, sessionId }, requestId) };
    });
    if (!isDisputed) this.resets.replaceBlocked(userId, caller);
  }

  /** The session that a link was made for; undefined for a forged one. */
  private sessionOf(token: string): number | undefined {
    const [session = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature);
    const isGenuine = this.config.signingKeys.some(({ key }) => {
      const expected = Buffer.from(signatureOf(key, session));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    return isGenuine ? Number(session) : undefined;
  }
}

const signatureOf = (key: Buffer, session: string): string =>
  keyedDigest(key, `sign-in notice ${session}`).toString('base64url');
