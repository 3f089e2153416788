import { Injectable } from '@nestjs/common';
import type { RulePublishRequest } from '@bank/contracts/rules';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { numberText } from '../approvals/number-text';

/** Asking a second administrator to publish a rule. */
@Injectable()
export class RulePublication extends ApprovalRule<RulePublishRequest> {
  demand({ context, body, parameters }: JudgedCall<RulePublishRequest>): Promise<ApprovalDemand> {
    const detail = `${numberText(parameters.id, context.language)} (${body.version})`;
    return Promise.resolve({ summary: { action: 'rule_publish', detail }, onDemand: true });
  }
}
