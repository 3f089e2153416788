import { Injectable } from '@nestjs/common';
import type { Session } from '@bank/contracts/auth';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import type { Caller } from '../../platform/http/request-context';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService, type Credentials } from '../users/users.service';
import { deviceName } from './device';
import { StaffRolesService } from '../users/staff-roles.service';
import { SecondFactors } from './second-factors.service';
import { SessionsService } from './sessions.service';

type Person = Pick<Credentials, 'id' | 'email'>;

export type OpenedSession = Session;

interface Manner {
  /** By how many factors the person proved themselves. */
  factors: 1 | 2;
  text?: 'session.opened' | 'session.opened_by_passkey';
}

const knownSessionsRow = rowOf({ sessions: whole, same: whole });

/** Opens the sessions of people who have proved themselves, by whatever means. */
@Injectable()
export class SessionOpener {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactors,
    private readonly staff: StaffRolesService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
  ) {}

  async open(
    tx: Transaction,
    person: Person,
    caller: Caller,
    { factors, text = 'session.opened' }: Manner = { factors: 1 },
  ): Promise<OpenedSession> {
    await this.notifyNewDevice(tx, person, caller);
    const { access_token, refresh_token } = await this.sessions.open(tx, person.id, caller, factors);
    await this.audit.record(tx, {
      ...{ action: 'session.opened', text, type: 'info' },
      userId: person.id,
      email: person.email,
      requestId: caller.requestId,
    });
    const user = await this.staff.described(await this.users.read(tx, person.id));
    const isWeak = await this.factors.isMissing(user.role, factors);
    return {
      access_token,
      refresh_token,
      user: { ...user, ...(isWeak && { second_factor_required: true as const }) },
    };
  }

  /** Notifies a user of a sign-in from a device without an earlier session. */
  private async notifyNewDevice(tx: Transaction, { id }: Person, caller: Caller): Promise<void> {
    const device = deviceName(caller.userAgent);
    const known = await tx.row(
      knownSessionsRow,
      'SELECT COUNT(*) AS sessions, COALESCE(SUM(device = ?), 0) AS same FROM sessions WHERE user_id = ?',
      [device, id],
    );
    if (!known || known.sessions === 0 || known.same > 0) return;
    this.notifications.notify(tx, id, { type: 'security', key: 'new_sign_in', values: { device } });
  }
}
