import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { OpenSessions, Tokens } from '@bank/contracts/auth';
import type { Role } from '@bank/contracts/permissions';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { notFoundFor } from '../common/not-found';
import { send } from '../common/statements';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';
import { EventsService } from '../events/events.service';
import { AccessTokens } from './access-token';
import { deviceName } from './device';
import { digest, newToken } from './secrets';

export type EndReason =
  'signed_out' | 'ended_by_user' | 'token_reused' | 'password_changed' | 'factor_changed' | 'deactivated';

/** What could open another session, or change how one is opened; each takes now and the person. */
const waysIn = [
  'UPDATE mfa_challenges SET expires_at = LEAST(expires_at, ?) WHERE user_id = ?',
  'UPDATE password_resets SET expires_at = LEAST(expires_at, ?) WHERE user_id = ?',
  'UPDATE email_changes SET expires_at = LEAST(expires_at, ?) WHERE user_id = ?',
];

/** Two tabs that refresh at once both succeed within this time (wire contract, section 3). */
const reuseGraceMilliseconds = 10_000;

/** Activity is written down only when it moved by more than this share of the idle time. */
const activityShare = 0.05;

/** A session that lets its owner in. Takes two parameters: now, and the moment since which it must have been used. */
const alive = `s.ended_at IS NULL AND s.expires_at > ? AND s.last_active_at > ?`;
const welcome = `u.status = 'active' AND u.deleted_at IS NULL`;

const currentSession = `
  SELECT u.email, u.role, s.last_active_at AS lastActiveAt, u.temporary_password_until AS temporary
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = ? AND s.user_id = ? AND ${alive} AND ${welcome}`;

const openSessionRoles = `
  SELECT s.id, u.role FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id IN (?) AND ${alive} AND ${welcome}`;

const presentedToken = `
  SELECT t.spent_at AS spentAt, s.id AS sessionId, s.user_id AS userId, u.email,
         (${alive} AND ${welcome}) AS open
  FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
  WHERE t.token_hash = ?`;

interface PresentedToken {
  spentAt: Date | null;
  sessionId: number;
  userId: number;
  email: string;
  open: number | string;
}

export interface CurrentSession {
  actor: Actor;
  lastActiveAt: Date;
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accessTokens: AccessTokens,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Opens a session for a person who has proved who they are, as part of the transaction that says so. */
  async open(runner: QueryRunner, userId: number, call: Call): Promise<Tokens> {
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + this.config.sessionSeconds * 1000);
    const inserted = (await runner.query(
      'INSERT INTO sessions (user_id, device, created_at, expires_at, last_active_at) VALUES (?, ?, ?, ?, ?)',
      [userId, deviceName(call.userAgent), now, expiresAt, now],
    )) as { insertId: number | string };
    return this.issue(runner, userId, Number(inserted.insertId));
  }

  /** The actor behind a session, by one query: role and state are what the database says at this moment. */
  async current(sessionId: number, userId: number): Promise<CurrentSession | undefined> {
    const [row] = await send<{ email: string; role: Role; lastActiveAt: Date; temporary: Date | null }[]>(
      this.dataSource,
      currentSession,
      [sessionId, userId, ...this.aliveNow()],
    );
    return (
      row && {
        actor: {
          ...{ userId, sessionId, role: row.role, email: row.email },
          ...(row.temporary && { mustChangePassword: true }),
        },
        lastActiveAt: row.lastActiveAt,
      }
    );
  }

  /** The roles of the owners of those sessions, among the given ones, that still let them in. */
  async rolesOfOpen(sessionIds: number[]): Promise<Map<number, Role>> {
    if (sessionIds.length === 0) return new Map();
    const rows = (await this.dataSource.query(openSessionRoles, [sessionIds, ...this.aliveNow()])) as {
      id: number;
      role: Role;
    }[];
    return new Map(rows.map(({ id, role }) => [id, role]));
  }

  /** Notes that a person did something; written down seldom, since every call comes through here. */
  async touch({ actor, lastActiveAt }: CurrentSession): Promise<void> {
    const now = this.clock.now();
    const threshold = this.config.idleSeconds * 1000 * activityShare;
    if (now.getTime() - lastActiveAt.getTime() < threshold) return;
    await this.dataSource.query(
      'UPDATE sessions SET last_active_at = ? WHERE id = ? AND last_active_at < ?',
      [now, actor.sessionId, now],
    );
  }

  /**
   * Exchanges a refresh token for a new pair. It does not count as activity.
   * @throws Failure UNAUTHENTICATED for a token that never was, SESSION_EXPIRED when its session is over; a token
   * that was spent more than ten seconds ago ends the session, since two people hold it.
   */
  async refresh(token: string, call: Call): Promise<Tokens> {
    const outcome = await inTransaction(this.dataSource, async (runner) => {
      const [presented] = (await runner.query(`${presentedToken} FOR UPDATE`, [
        ...this.aliveNow(),
        digest(token),
      ])) as PresentedToken[];
      if (!presented) return new Failure('UNAUTHENTICATED');
      if (!Number(presented.open)) return new Failure('SESSION_EXPIRED');
      return this.exchange(runner, token, presented, call);
    });
    // What ending a session wrote must be kept, so the refusal comes after the commit.
    if (outcome instanceof Failure) throw outcome;
    return outcome;
  }

  /** The open sessions of a person, the latest used first. */
  async list({ userId, sessionId }: Actor): Promise<OpenSessions> {
    const rows = (await this.dataSource.query(
      `SELECT s.id, s.device, s.created_at, s.last_active_at FROM sessions s
       WHERE s.user_id = ? AND ${alive} ORDER BY s.last_active_at DESC, s.id DESC LIMIT 100`,
      [userId, ...this.aliveNow()],
    )) as { id: number; device: string; created_at: Date; last_active_at: Date }[];
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        device: row.device,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_active_at.toISOString(),
        current: row.id === sessionId,
      })),
    };
  }

  /**
   * Ends one of the caller's open sessions, the current one included.
   * @throws Failure NOT_FOUND when it is not open or not theirs.
   */
  async end(actor: Actor, sessionId: number, call: Call): Promise<void> {
    const itself = sessionId === actor.sessionId;
    await inTransaction(this.dataSource, async (runner) => {
      const ended = (await runner.query(
        `UPDATE sessions s SET s.ended_at = ?, s.end_reason = ? WHERE s.id = ? AND s.user_id = ? AND ${alive}`,
        [
          this.clock.now(),
          itself ? 'signed_out' : 'ended_by_user',
          sessionId,
          actor.userId,
          ...this.aliveNow(),
        ],
      )) as { affectedRows: number };
      if (ended.affectedRows === 0) throw await notFoundFor(runner, 'sessions', sessionId, actor.userId);
      this.events.emit(runner, actor.userId, 'session', {});
      await this.audit.record(runner, {
        action: itself ? 'session.closed' : 'session.ended',
        type: 'info',
        message: itself ? 'Déconnexion.' : 'Session fermée depuis un autre appareil.',
        userId: actor.userId,
        email: actor.email,
        requestId: call.requestId,
      });
    });
  }

  /**
   * Ends every open session of a person, but for one if it is named, as part of the caller's transaction; sign-ins and
   * links that were under way are void. For any change of a factor, and whoever may no longer enter.
   */
  async endAll(runner: QueryRunner, userId: number, reason: EndReason, except?: number): Promise<void> {
    await runner.query(
      'UPDATE sessions SET ended_at = ?, end_reason = ? WHERE user_id = ? AND ended_at IS NULL AND id <> ?',
      [this.clock.now(), reason, userId, except ?? 0],
    );
    for (const statement of waysIn) await runner.query(statement, [this.clock.now(), userId]);
    this.events.emit(runner, userId, 'session', {});
  }

  private async exchange(runner: QueryRunner, token: string, presented: PresentedToken, call: Call) {
    const { sessionId, userId, email, spentAt } = presented;
    const now = this.clock.now();
    if (spentAt && now.getTime() - spentAt.getTime() > reuseGraceMilliseconds) {
      await runner.query(
        `UPDATE sessions SET ended_at = ?, end_reason = 'token_reused' WHERE id = ? AND ended_at IS NULL`,
        [now, sessionId],
      );
      await this.audit.record(runner, {
        action: 'session.reused',
        type: 'warning',
        message: 'Jeton de session déjà utilisé présenté à nouveau : session fermée.',
        userId,
        email,
        requestId: call.requestId,
      });
      return new Failure('SESSION_EXPIRED');
    }
    await runner.query('UPDATE refresh_tokens SET spent_at = COALESCE(spent_at, ?) WHERE token_hash = ?', [
      now,
      digest(token),
    ]);
    return this.issue(runner, userId, sessionId);
  }

  private async issue(runner: QueryRunner, userId: number, sessionId: number): Promise<Tokens> {
    const refreshToken = newToken();
    await runner.query('INSERT INTO refresh_tokens (token_hash, session_id, created_at) VALUES (?, ?, ?)', [
      digest(refreshToken),
      sessionId,
      this.clock.now(),
    ]);
    return { access_token: this.accessTokens.sign(userId, sessionId), refresh_token: refreshToken };
  }

  private aliveNow(): [Date, Date] {
    const now = this.clock.now();
    return [now, new Date(now.getTime() - this.config.idleSeconds * 1000)];
  }
}
