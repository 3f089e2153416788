import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { errorStatus, type ErrorCode } from '@bank/contracts/errors';
import type { IdentifiedRequest } from '../common/actor';
import { addressKey } from '../common/address';
import { Background } from '../common/background';
import type { Failure } from '../common/failure';
import { AuditService, type AuditEvent } from './audit.service';

const minute = 60_000;

/** Callers whose repeated tries are counted apart; of more in a minute only the number is written. */
const mostCounted = 1_000;

/** What the bank asks of people in their ordinary ways is no refusal. */
const ordinary = new Set<string>(['PROOF_REQUIRED', 'PASSWORD_CHANGE_REQUIRED']);

interface Counted {
  /** Tries that no line tells yet. */
  more: number;
  event: Omit<AuditEvent, 'message'>;
  what: string;
}

/**
 * Writes into the activity log who was refused what: what their role may not do, and things of others. The first try of
 * a person from an address at a route is written at once; those that follow are counted, and told once a minute.
 */
@Injectable()
export class RefusedAccess implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly counted = new Map<string, Counted>();
  private uncounted = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly background: Background,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tellMore(), minute).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.tellMore();
    await this.background.beforeApplicationShutdown();
  }

  /** Notes a refused call, if it is one that somebody may have tried on purpose. */
  note(failure: Failure, request: IdentifiedRequest): void {
    const { code, isOfAnother } = failure;
    if (!isOfAnother && (errorStatus[code] !== 403 || ordinary.has(code))) return;
    const { user, ip, method, routeOptions } = request;
    const route = `${method} ${routeOptions.url ?? ''}`;
    const key = [user?.userId, addressKey(ip), route, isOfAnother ? '' : code].join(' ');
    const before = this.counted.get(key);
    if (before) before.more += 1;
    else if (this.counted.size >= mostCounted) this.uncounted += 1;
    else {
      const what = `${isOfAnother ? 'Donnée d’un autre client refusée' : `Accès refusé (${code})`} : ${route}, depuis ${ip}`;
      const event = eventOf(request, isOfAnother ? undefined : code);
      this.counted.set(key, { more: 0, event, what });
      this.write({ ...event, message: `${what}.` });
    }
  }

  private tellMore(): void {
    for (const [key, each] of this.counted) {
      if (each.more === 0) this.counted.delete(key);
      else this.write({ ...each.event, message: `${each.what}, ${each.more} fois de plus.` });
      each.more = 0;
    }
    if (this.uncounted > 0) {
      const message = `Accès refusés : ${this.uncounted} autres appels.`;
      this.write({ action: 'access.refused', type: 'warning', message });
    }
    this.uncounted = 0;
  }

  /** The answer does not wait for it: its time would tell what exists. */
  private write(event: AuditEvent): void {
    this.background.start('refused access', () => this.audit.record(this.dataSource, event));
  }
}

const eventOf = ({ user, id }: IdentifiedRequest, code: ErrorCode | undefined): Counted['event'] => ({
  action: code === undefined ? 'access.others_data' : 'access.refused',
  type: 'warning',
  userId: user?.userId ?? null,
  email: user?.email ?? null,
  requestId: id,
});
