import { Injectable } from '@nestjs/common';
import type { NewSecretKeyRequest, RotateSecretKeyRequest } from '@bank/contracts/partner-servers';
import type { ApprovalSummary } from '@bank/contracts/call-approvals';
import { SessionsService } from '../../people/auth/sessions.service';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { SecretKeys } from './secret-keys.service';

type KeyCall = JudgedCall<NewSecretKeyRequest | RotateSecretKeyRequest>;

/** A new secret key of a partner, or one in place of another, which outlives the session that makes it; of a session that is not new. */
@Injectable()
export class SecretKeyApproval extends ApprovalRule<NewSecretKeyRequest | RotateSecretKeyRequest> {
  constructor(
    private readonly keys: SecretKeys,
    private readonly sessions: SessionsService,
  ) {
    super();
  }

  async demand(call: KeyCall): Promise<ApprovalDemand> {
    const isJustProven = await this.sessions.hasJustProvenAll(call.context.actor);
    return { summary: () => this.summaryOf(call), isJustProven };
  }

  private async summaryOf({ body, parameters: { id, keyId } }: KeyCall): Promise<ApprovalSummary> {
    const partner = await this.keys.partnerName(Number(id));
    const { mode, name, scopes } = 'mode' in body ? body : await this.keys.find(Number(id), Number(keyId));
    const detail = [partner, mode, name, scopes.join(', ')].filter(Boolean).join(' · ');
    return { action: 'partner_key', detail };
  }
}
