import { Injectable } from '@nestjs/common';
import { type Holder, roles, type StaffRole } from '@bank/contracts/permissions';
import DataLoader from 'dataloader';
import { z } from 'zod';
import { Config } from '../../platform/config/config';
import { flag, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import type { Actor } from '../../platform/http/actor';
import { Clock } from '../../platform/time/clock.service';
import { activeUser } from '../users/active-user';
import { StaffRolesService } from '../users/staff-roles.service';
import { storedStaffRoles } from '../users/staff-roles';
import { aliveAt, isOpen } from './open-sessions';
import { SecondFactors } from './second-factors.service';

/** Activity is stored only after this share of the idle time, to save writes. */
const activityShare = 0.05;

/** Sessions that one query reads. */
const mostAtOnce = 100;

const currentSessions = `
  SELECT s.id, s.user_id AS userId, u.email, u.role, u.staff_roles AS held, s.last_active_at AS lastActiveAt,
    u.temporary_password_until AS temporary, s.factors,
    EXISTS (SELECT 1 FROM two_factor f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id) AS hasFactor
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id IN (?) AND ${isOpen} AND ${activeUser()}`;
const currentRow = rowOf({
  id: whole,
  userId: whole,
  email: text,
  role: z.enum(roles),
  held: storedStaffRoles,
  lastActiveAt: moment,
  temporary: moment.nullable(),
  factors: whole,
  hasFactor: flag,
});
type CurrentRow = z.output<typeof currentRow>;

const openSessionHolders = `
  SELECT s.id, u.role, u.staff_roles AS held, s.factors FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id IN (?) AND ${isOpen} AND ${activeUser()}`;
const holderRow = rowOf({ id: whole, role: z.enum(roles), held: storedStaffRoles, factors: whole });

export interface CurrentSession {
  actor: Actor;
  lastActiveAt: Date;
}

/** The open sessions behind authenticated calls and event streams. */
@Injectable()
export class CurrentSessions {
  /** Calls that arrive together are read together, since every authenticated call reads its session. Nothing is cached. */
  private readonly loader = new DataLoader<number, CurrentRow | undefined>((ids) => this.read(ids), {
    cache: false,
    maxBatchSize: mostAtOnce,
    // Until all calls that wait at the sockets have been read.
    batchScheduleFn: (send) => setImmediate(send),
  });

  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactors,
    private readonly staff: StaffRolesService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The actor of an open session of a user; undefined when it has ended or the user may no longer sign in. */
  async find(sessionId: number, userId: number): Promise<CurrentSession | undefined> {
    const row = await this.loader.load(sessionId);
    if (row?.userId !== userId) return undefined;
    const { role, held, email, lastActiveAt, temporary, factors, hasFactor } = row;
    const staffRoles = await this.actingOf(held);
    const actor: Actor = { userId, sessionId, role, staffRoles, email };
    const withheld = held.filter((each) => !staffRoles.includes(each));
    if (withheld.length > 0) actor.withheldRoles = withheld;
    if (temporary) actor.mustChangePassword = true;
    if (hasFactor) actor.hasFactor = true;
    if (await this.factors.isMissing(role, factors)) actor.lacksFactor = true;
    return { actor, lastActiveAt };
  }

  /**
   * With which roles the users of those sessions act, among the given ones, that are still open and do not lack a second factor for
   * the role.
   */
  async holdersOf(sessionIds: number[]): Promise<Map<number, Holder>> {
    if (sessionIds.length === 0) return new Map();
    const values = [sessionIds, ...this.aliveNow()];
    const rows = await this.database.rows(holderRow, openSessionHolders, values);
    const holders = new Map<number, Holder>();
    for (const { id, role, held, factors } of rows) {
      if (await this.factors.isMissing(role, factors)) continue;
      holders.set(id, { role, staffRoles: await this.actingOf(held) });
    }
    return holders;
  }

  /** Records a user's activity, seldom, since every call does it. */
  async touch({ actor, lastActiveAt }: CurrentSession): Promise<void> {
    const now = this.clock.now();
    const threshold = this.config.idleSeconds * 1000 * activityShare;
    if (now.getTime() - lastActiveAt.getTime() < threshold) return;
    const sql = 'UPDATE sessions SET last_active_at = ? WHERE id = ? AND last_active_at < ?';
    await this.database.write(sql, [now, actor.sessionId, now]);
  }

  private async read(ids: readonly number[]): Promise<(CurrentRow | undefined)[]> {
    const values = [[...new Set(ids)], ...this.aliveNow()];
    const rows = await this.database.rows(currentRow, currentSessions, values);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  }

  /** Customers, nearly all, hold none. */
  private async actingOf(held: StaffRole[]): Promise<StaffRole[]> {
    return held.length > 0 ? this.staff.acting(held) : held;
  }

  private aliveNow(): [Date, Date] {
    return aliveAt(this.clock.now(), this.config.idleSeconds);
  }
}
