import { Injectable } from '@nestjs/common';
import type { SavePreferencesRequest } from '@bank/contracts/settings';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { changesAlerts, PreferencesService } from './preferences.service';

/** Changes that could hide an alert: a thief's first. */
@Injectable()
export class AlertsApproval extends ApprovalRule<SavePreferencesRequest> {
  constructor(private readonly preferences: PreferencesService) {
    super();
  }

  async demand({ context, body }: JudgedCall<SavePreferencesRequest>): Promise<ApprovalDemand | undefined> {
    const before = await this.preferences.read(context.actor);
    return changesAlerts(before, body) ? { summary: { action: 'alerts' } } : undefined;
  }
}
