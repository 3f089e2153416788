import { Injectable } from '@nestjs/common';
import type { Session } from '@bank/contracts/auth';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import type { Caller } from '../../platform/http/request-context';
import { RuleScoring } from '../rules/rule-scoring.service';
import { UsersService, type Credentials } from '../users/users.service';
import { StaffRolesService } from '../users/staff-roles.service';
import { deviceName } from './device';
import { SecondFactors } from './second-factors.service';
import { SessionsService } from './sessions.service';
import { SignInNotices } from './sign-in-notices.service';

type Person = Pick<Credentials, 'id' | 'email'>;

export type OpenedSession = Session;

interface Manner {
  /** By how many factors the person proved themselves. */
  factors: 1 | 2;
  /** They need no further challenge: they used two factors, or the code that a rule's challenge asked for. */
  isProven?: boolean;
  text?: 'session.opened' | 'session.opened_by_passkey';
}

/** Opens the sessions of people who have proved themselves, by whatever means. */
@Injectable()
export class SessionOpener {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactors,
    private readonly staff: StaffRolesService,
    private readonly audit: AuditService,
    private readonly notices: SignInNotices,
    private readonly rules: RuleScoring,
  ) {}

  /**
   * Opens a session; undefined where a rule challenges a sign-in by one factor.
   * @throws RuleStop when a rule holds or blocks the sign-in.
   */
  async open(
    tx: Transaction,
    person: Person,
    caller: Caller,
    { factors, isProven = factors === 2, text = 'session.opened' }: Manner = { factors: 1 },
  ): Promise<OpenedSession | undefined> {
    const device = this.rules.digest(deviceName(caller.userAgent));
    const keys = { device, address: this.rules.digest(caller.address) };
    const event = { kind: 'sign_in', userId: person.id, facts: {}, keys } as const;
    if (!(await this.rules.score(tx, event, isProven))) return undefined;
    const opened = await this.sessions.open(tx, person.id, caller, factors);
    const { access_token, refresh_token, sessionId } = opened;
    await this.notices.notify(tx, person.id, sessionId, caller);
    await this.audit.record(tx, {
      action: 'session.opened',
      text,
      type: 'info',
      userId: person.id,
      email: person.email,
      requestId: caller.requestId,
    });
    const user = await this.staff.described(await this.users.read(tx, person.id), tx);
    const isWeak = await this.factors.isMissing(user.role, factors, tx);
    return {
      access_token,
      refresh_token,
      user: { ...user, ...(isWeak && { second_factor_required: true as const }) },
    };
  }
}
