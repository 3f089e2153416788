import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { errorStatus, type ErrorCode } from '@bank/contracts/errors';
import { Database } from '../database/database';
import type { ApiException } from '../errors/api-exception';
import type { IdentifiedRequest } from '../http/actor';
import { RefusalRecorder } from '../http/refusal-recorder';
import { addressKey } from '../security/address';
import { BackgroundTasks } from '../tasks/background-tasks.service';
import { AuditService, type AuditEvent } from './audit.service';

const minute = 60_000;

/** The limit of individually counted refusals; beyond it only their total is recorded. */
const maxCounted = 1_000;

/** Codes of other statuses that may be attempts. */
const attempts = new Set<string>(['SIGNATURE_REFUSED']);

/** Codes of ordinary use, which are not recorded. */
const ordinary = new Set<string>(['APPROVAL_REQUIRED', 'PASSWORD_CHANGE_REQUIRED']);

interface Counted {
  /** Attempts that are not recorded yet. */
  more: number;
  event: AuditEvent;
}

/**
 * Records refused requests in the activity log: missing permissions, and data of other users. The first refusal of a user,
 * address and route is recorded at once; repeated ones are counted and recorded once a minute.
 */
@Injectable()
export class RefusedAccess
  extends RefusalRecorder
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly counted = new Map<string, Counted>();
  private uncounted = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly background: BackgroundTasks,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.flushCounts(), minute).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.flushCounts();
    await this.background.beforeApplicationShutdown();
  }

  note(failure: ApiException, request: IdentifiedRequest): void {
    const { code, isOfAnother } = failure;
    const isAttempt = attempts.has(code) || (errorStatus[code] === 403 && !ordinary.has(code));
    if (!isOfAnother && !isAttempt) return;
    const { user, ip, method, routeOptions } = request;
    const route = `${method} ${routeOptions.url ?? ''}`;
    const key = [user?.userId, addressKey(ip), route, isOfAnother ? '' : code].join(' ');
    const before = this.counted.get(key);
    if (before) before.more += 1;
    else if (this.counted.size >= maxCounted) this.uncounted += 1;
    else {
      const event = eventOf(request, route, isOfAnother ? undefined : code);
      this.counted.set(key, { more: 0, event });
      this.write(event);
    }
  }

  private flushCounts(): void {
    for (const [key, each] of this.counted) {
      if (each.more === 0) this.counted.delete(key);
      else this.write(repeated(each));
      each.more = 0;
    }
    if (this.uncounted > 0) {
      this.write({
        action: 'access.refused',
        type: 'warning',
        text: 'access.refused_many',
        values: { count: this.uncounted },
      });
    }
    this.uncounted = 0;
  }

  /** In the background: the time of the response must not reveal whether the object exists. */
  private write(event: AuditEvent): void {
    this.background.start('refused access', () => this.audit.record(this.database, event));
  }
}

/** The line of a first refusal; without a code, of another customer's data. */
function eventOf(
  { user, id, ip }: IdentifiedRequest,
  route: string,
  code: ErrorCode | undefined,
): AuditEvent {
  const name = code === undefined ? 'access.others_data' : 'access.refused';
  return {
    action: name,
    type: 'warning',
    values: code === undefined ? { route, address: ip } : { route, address: ip, code },
    userId: user?.userId ?? null,
    email: user?.email ?? null,
    requestId: id,
  };
}

const repeated = ({ event, more }: Counted): AuditEvent => ({
  ...event,
  text: event.action === 'access.refused' ? 'access.refused_again' : 'access.others_data_again',
  values: { ...event.values, count: more },
});
