import { Injectable } from '@nestjs/common';
import type { SavePreferencesRequest } from '@bank/contracts/settings';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { SessionsService } from '../auth/sessions.service';
import { changesAlerts, PreferencesService } from './preferences.service';

/** Changes that could hide an alert, a thief's first: of a session that is not new. */
@Injectable()
export class AlertsApproval extends ApprovalRule<SavePreferencesRequest> {
  constructor(
    private readonly preferences: PreferencesService,
    private readonly sessions: SessionsService,
  ) {
    super();
  }

  async demand({ context, body }: JudgedCall<SavePreferencesRequest>): Promise<ApprovalDemand | undefined> {
    const before = await this.preferences.read(context.actor);
    if (!changesAlerts(before, body)) return undefined;
    return { summary: { action: 'alerts' }, isJustProven: await this.sessions.hasJustProven(context.actor) };
  }
}
