import { Injectable } from '@nestjs/common';
import { AuditService } from '../../platform/audit/audit.service';
import { Clock } from '../../platform/time/clock.service';
import { addressKey } from '../../platform/security/address';
import { FixedWindowStorage } from '../../platform/security/fixed-window';
import { Database } from '../../platform/database/database';

export type TokenRefusal = { address: string; requestId: string } & (
  | { reason: 'unknown' }
  | { reason: 'expired' | 'revoked'; team: string }
  | { reason: 'remote' | 'site' | 'quota'; team: string; remote: string }
);

/** Repeated refusals of one kind from one network are logged once within this time. */
const logIntervalMs = 60_000;

@Injectable()
export class TokenRefusals {
  private readonly recent: FixedWindowStorage;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    clock: Clock,
  ) {
    this.recent = new FixedWindowStorage(clock);
  }

  async record(refusal: TokenRefusal): Promise<void> {
    const { requestId, reason, ...values } = refusal;
    const team = 'team' in refusal ? refusal.team : '';
    const key = `${reason} ${team} ${addressKey(values.address)}`;
    if ((await this.recent.increment(key, logIntervalMs, 1)).isBlocked) return;
    await this.audit.record(this.database, {
      action: 'deploy_token.refused',
      type: 'warning',
      text: `deploy_token.refused_${reason}`,
      values,
      requestId,
    });
  }
}
