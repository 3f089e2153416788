import { Injectable } from '@nestjs/common';
import type { OpenSessions, Tokens } from '@bank/contracts/auth';
import { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { flag, isoMoment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import type { Actor } from '../../platform/http/actor';
import { notFoundFor } from '../../platform/http/not-found';
import { authorOf, type Caller, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { activeUser } from '../users/active-user';
import { AccessTokens } from './access-tokens.service';
import { deviceName } from './device';
import { voided } from './voided-link';
import { aliveAt, isOpen } from './open-sessions';
import { digest, newToken, successorOf } from '../../platform/security/secrets';

type EndReason =
  | 'signed_out'
  | 'ended_by_user'
  | 'token_reused'
  | 'password_changed'
  | 'factor_changed'
  | 'deactivated'
  | 'disowned';

/**
 * End pending challenges and links, which could open a session or change a factor, and the proof of a factor that is not on yet: its
 * password may have been replaced. Parameter: the user.
 */
const pendingFactorChanges = [
  `UPDATE mfa_challenges SET ${voided} WHERE user_id = ?`,
  `UPDATE password_resets SET ${voided} WHERE user_id = ?`,
  `UPDATE email_changes SET ${voided} WHERE user_id = ?`,
  'UPDATE two_factor SET proven_at = NULL WHERE user_id = ? AND enabled_at IS NULL',
];

/** The link that a session asked for would keep it open, and move the account to the address of a thief. */
const expireEmailChange = `UPDATE email_changes SET ${voided} WHERE user_id = ? AND session_id = ?`;

/** A browser whose session was ended receives no more push messages; one whose session expires by itself does. */
const forgetBrowser = 'DELETE FROM push_subscriptions WHERE session_id = ?';
const forgetDisowned = `
  DELETE p FROM sessions s JOIN push_subscriptions p ON p.session_id = s.id
  WHERE s.user_id = ? AND s.end_reason = 'disowned'`;
const forgetRemembered = 'DELETE FROM remembered_browsers WHERE user_id = ?';
/** Also those whose session expired so long ago that it is no longer stored. */
const forgetOtherBrowsers =
  'DELETE FROM push_subscriptions WHERE user_id = ? AND (session_id IS NULL OR session_id <> ?)';

/**
 * Ends a session even if it is over, and the open ones that began later without a notice: they may be of its browser, which is
 * known since. Those of the owner that began without a notice are among them. Also the later ones, open or not, whose notice went
 * to another address: its link would take the account back for a thief. Compared byte by byte: the collation ignores accents.
 * Parameters: the session, the user, now.
 */
const disownSessions = `
  UPDATE sessions s JOIN sessions noticed ON noticed.id = ? AND noticed.user_id = ?
  SET s.ended_at = COALESCE(s.ended_at, ?), s.end_reason = 'disowned'
  WHERE s.user_id = noticed.user_id AND (s.id = noticed.id
    OR (s.created_at >= noticed.created_at AND (
      (s.noticed_place IS NULL AND s.ended_at IS NULL)
      OR BINARY s.noticed_email <> BINARY noticed.noticed_email)))`;

/** The links of notices then undo nothing. */
const forgetNoticed = 'UPDATE sessions SET noticed_email = NULL WHERE user_id = ?';
/** Compared byte by byte: the collation ignores accents. */
const forgetNoticedAt = `${forgetNoticed} AND BINARY noticed_email = BINARY ?`;

/**
 * Within this time two tabs may use the same refresh token (wire contract, section 3); by the clock of the database, since they may
 * reach servers whose clocks differ by more.
 */
const reuseGraceSeconds = 10;

/** A session younger than this is proof enough to remove the last factor, and to add a passkey (specification 4, section 4). */
export const freshMilliseconds = 5 * 60_000;

const presentedToken = `
  SELECT COALESCE(t.spent_at < UTC_TIMESTAMP(3) - INTERVAL ${reuseGraceSeconds} SECOND, 0) AS isReused, s.id AS sessionId, s.user_id AS userId, u.email,
         (${isOpen} AND ${activeUser()}) AS isOpen
  FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
  WHERE t.token_hash = ? FOR UPDATE`;
const presentedRow = rowOf({
  isReused: flag,
  sessionId: whole,
  userId: whole,
  email: text,
  isOpen: flag,
});

const successor =
  'SELECT spent_at IS NOT NULL AS isSpent FROM refresh_tokens WHERE token_hash = ? AND session_id = ?';
const successorRow = rowOf({ isSpent: flag });

const inOtherLanguage = 'SELECT 1 FROM users WHERE id = ? AND language <> ?';

const listedRow = rowOf({ id: whole, device: text, created_at: isoMoment, last_seen_at: isoMoment });

@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly accessTokens: AccessTokens,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Opens a session for a user who proved themselves by a number of factors, in the transaction that records it. The bank
   * writes to them in the language of its client from then on, as after `refresh`.
   */
  async open(
    tx: Transaction,
    userId: number,
    caller: Caller,
    factors: 1 | 2 = 1,
  ): Promise<Tokens & { sessionId: number }> {
    const now = this.clock.now();
    await this.followLanguage(tx, userId, caller);
    const expiresAt = new Date(now.getTime() + this.config.sessionSeconds * 1000);
    const { insertId } = await tx.write(
      `INSERT INTO sessions (user_id, device, created_at, expires_at, last_active_at, factors)
       VALUES (?, ?, ?, ?, ?, ?)`,
      [userId, deviceName(caller.userAgent), now, expiresAt, now, factors],
    );
    return { ...(await this.issue(tx, userId, insertId)), sessionId: insertId };
  }

  /**
   * Exchanges a refresh token for a new pair, which is no activity. An exchange with a key, whose answer may be lost, is
   * repeated under it until the token that it gave is spent.
   * @throws ApiException UNAUTHENTICATED for an unknown token, SESSION_EXPIRED for an ended session; a token that was spent
   * more than ten seconds ago, otherwise than under this key, ends the session, since it may be stolen.
   */
  async refresh(token: string, caller: Caller, key?: string): Promise<Tokens> {
    const outcome = await this.database.transaction(async (tx) => {
      const presented = await tx.row(presentedRow, presentedToken, [...this.aliveNow(), digest(token)]);
      if (!presented) return new ApiException('UNAUTHENTICATED');
      if (!presented.isOpen) return new ApiException('SESSION_EXPIRED');
      return this.exchange(tx, { token, key }, presented, caller);
    });
    // Thrown after the commit, which must keep the end of a session.
    if (outcome instanceof ApiException) throw outcome;
    return outcome;
  }

  /**
   * Whether the session of a user was opened within the last five minutes, and by at least so many factors; refreshing it does
   * not make it younger.
   */
  isFresh({ userId, sessionId }: Actor, factors: 1 | 2 = 1): Promise<boolean> {
    const since = new Date(this.clock.now().getTime() - freshMilliseconds);
    const sql = 'SELECT 1 FROM sessions WHERE id = ? AND user_id = ? AND created_at > ? AND factors >= ?';
    return this.database.exists(sql, [sessionId, userId, since, factors]);
  }

  /**
   * Whether a user without a second factor gave their password within the last five minutes: of calls that the wire contract
   * returns without an approval this is proof enough, and an older session, which may be stolen, gives another.
   */
  async hasJustProven(actor: Actor): Promise<boolean> {
    return !actor.hasFactor && (await this.isFresh(actor));
  }

  /**
   * Whether a user gave all that they can be asked for within the last five minutes: the password alone is not enough of one
   * who has a second factor, unless they added it in this session.
   */
  hasJustProvenAll(actor: Actor): Promise<boolean> {
    return this.isFresh(actor, actor.hasFactor ? 2 : 1);
  }

  /** The caller's open sessions, the latest used first. */
  async list({ userId, sessionId }: Actor): Promise<OpenSessions> {
    const rows = await this.openOf(userId, 100);
    return { sessions: rows.map((row) => ({ ...row, current: row.id === sessionId })) };
  }

  /** The open sessions of a user, at most `most`, most recently used first. */
  openOf(userId: number, most: number) {
    return this.database.rows(
      listedRow,
      `SELECT s.id, s.device, s.created_at, s.last_active_at AS last_seen_at FROM sessions s
       WHERE s.user_id = ? AND ${isOpen} ORDER BY s.last_active_at DESC, s.id DESC LIMIT ?`,
      [userId, ...this.aliveNow(), most],
    );
  }

  /**
   * Ends one of the caller's open sessions, possibly the current one.
   * @throws ApiException NOT_FOUND when it is not open or not the caller's.
   */
  async end(context: RequestContext, sessionId: number): Promise<void> {
    const { userId } = context.actor;
    const isCurrent = sessionId === context.actor.sessionId;
    const reason: EndReason = isCurrent ? 'signed_out' : 'ended_by_user';
    await this.database.transaction(async (tx) => {
      const ended = await tx.write(
        `UPDATE sessions s SET s.ended_at = ?, s.end_reason = ? WHERE s.id = ? AND s.user_id = ? AND ${isOpen}`,
        [this.clock.now(), reason, sessionId, userId, ...this.aliveNow()],
      );
      if (ended.affectedRows === 0) throw await notFoundFor(tx, 'sessions', sessionId, userId);
      await tx.write(forgetBrowser, [sessionId]);
      // One who signs out opens the link where their mail is; a session that another one ends may be a thief's.
      if (!isCurrent) await tx.write(expireEmailChange, [userId, sessionId]);
      this.events.emit(tx, userId, 'session', {});
      await this.audit.record(tx, {
        action: isCurrent ? 'session.closed' : 'session.ended',
        type: 'info',
        ...authorOf(context),
      });
    });
  }

  /**
   * Ends every open session of a user, except one if given, and expires pending sign-ins and links; no browser is remembered any
   * more. For changes of a factor, and for users who may no longer sign in.
   */
  async endAll(tx: Transaction, userId: number, reason: EndReason, except?: number): Promise<void> {
    await tx.write(
      'UPDATE sessions SET ended_at = ?, end_reason = ? WHERE user_id = ? AND ended_at IS NULL AND id <> ?',
      [this.clock.now(), reason, userId, except ?? 0],
    );
    await tx.write(forgetOtherBrowsers, [userId, except ?? 0]);
    await this.endTrust(tx, userId);
  }

  /**
   * Ends a session that was not its user's doing, so that a notice of it works once, and those that came after it unnoticed or
   * with a notice to another address, whose links die.
   */
  async disown(tx: Transaction, userId: number, sessionId: number): Promise<void> {
    await tx.write(disownSessions, [sessionId, userId, this.clock.now()]);
    await tx.write(forgetDisowned, [userId]);
    await this.endTrust(tx, userId);
  }

  /** Forgets where notices of a user's sign-ins went, since the bank itself replaced the address: their links undo nothing. */
  async forgetNoticedAddresses(tx: Transaction, userId: number): Promise<void> {
    await tx.write(forgetNoticed, [userId]);
  }

  /** As `forgetNoticedAddresses`, of one address, which its user replaced beyond doubt. */
  async forgetNoticedAddress(tx: Transaction, userId: number, email: string): Promise<void> {
    await tx.write(forgetNoticedAt, [userId, email]);
  }

  /** Has the servers read again what a user's open pages may receive, since their roles changed. */
  rolesChanged(tx: Transaction, userId: number): void {
    this.events.emit(tx, userId, 'session', {});
  }

  /** Expires what could open another session, and informs open pages. */
  private async endTrust(tx: Transaction, userId: number): Promise<void> {
    await tx.write(forgetRemembered, [userId]);
    for (const statement of pendingFactorChanges) await tx.write(statement, [userId]);
    this.events.emit(tx, userId, 'session', {});
  }

  private async exchange(
    tx: Transaction,
    { token, key }: { token: string; key: string | undefined },
    { sessionId, userId, email, isReused }: z.infer<typeof presentedRow>,
    caller: Caller,
  ): Promise<Tokens | ApiException> {
    const next = key ? successorOf(token, key) : newToken();
    const given = await tx.row(successorRow, successor, [digest(next), sessionId]);
    if (given && !given.isSpent) return this.pair(userId, sessionId, next);
    if (isReused) {
      await tx.write(
        `UPDATE sessions SET ended_at = ?, end_reason = 'token_reused' WHERE id = ? AND ended_at IS NULL`,
        [this.clock.now(), sessionId],
      );
      await tx.write(forgetBrowser, [sessionId]);
      await tx.write(forgetRemembered, [userId]);
      await tx.write(expireEmailChange, [userId, sessionId]);
      this.events.emit(tx, userId, 'session', {});
      const { requestId } = caller;
      await this.audit.record(tx, { action: 'session.reused', type: 'warning', userId, email, requestId });
      return new ApiException('SESSION_EXPIRED');
    }
    const spend =
      'UPDATE refresh_tokens SET spent_at = COALESCE(spent_at, UTC_TIMESTAMP(3)) WHERE token_hash = ?';
    await tx.write(spend, [digest(token)]);
    await this.followLanguage(tx, userId, caller);
    return this.issue(tx, userId, sessionId, given ? newToken() : next);
  }

  /** Mails and messages follow the language of the screen. Read first: most calls need no lock of the user. */
  private async followLanguage(
    tx: Transaction,
    userId: number,
    { chosenLanguage: chosen }: Caller,
  ): Promise<void> {
    if (!chosen || !(await tx.exists(inOtherLanguage, [userId, chosen]))) return;
    await tx.write('UPDATE users SET language = ? WHERE id = ?', [chosen, userId]);
  }

  private async issue(
    tx: Transaction,
    userId: number,
    sessionId: number,
    refreshToken = newToken(),
  ): Promise<Tokens> {
    const sql = 'INSERT INTO refresh_tokens (token_hash, session_id, created_at) VALUES (?, ?, ?)';
    await tx.write(sql, [digest(refreshToken), sessionId, this.clock.now()]);
    return this.pair(userId, sessionId, refreshToken);
  }

  private pair(userId: number, sessionId: number, refreshToken: string): Tokens {
    return { access_token: this.accessTokens.sign(userId, sessionId), refresh_token: refreshToken };
  }

  private aliveNow(): [Date, Date] {
    return aliveAt(this.clock.now(), this.config.idleSeconds);
  }
}
