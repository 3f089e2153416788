import { Injectable } from '@nestjs/common';
import type { DeployTokenRequest } from '@bank/contracts/releases';
import { SessionsService } from '../../people/auth/sessions.service';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';

const siteNames = {
  fr: { shell: 'site client', 'back-office': 'back-office' },
  en: { shell: 'customer site', 'back-office': 'back-office' },
};

/** A new deploy token, which outlives the session that makes it; of a session that is not new. */
@Injectable()
export class DeployTokenApproval extends ApprovalRule<DeployTokenRequest> {
  constructor(private readonly sessions: SessionsService) {
    super();
  }

  async demand({ context, body }: JudgedCall<DeployTokenRequest>): Promise<ApprovalDemand> {
    const hosts = body.hosts.map((site) => siteNames[context.language][site]);
    const detail = [body.team, body.remotes.join(', '), hosts.join(', ')].join(' · ');
    const isJustProven = await this.sessions.hasJustProvenAll(context.actor);
    return { summary: { action: 'deploy_token', detail }, isJustProven };
  }
}
