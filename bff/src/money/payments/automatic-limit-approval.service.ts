import { Injectable } from '@nestjs/common';
import type { PaymentSettingsRequest } from '@bank/contracts/payment-settings';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';

/** Raising the limit up to which payments go without a person. */
@Injectable()
export class AutomaticLimitApproval extends ApprovalRule<PaymentSettingsRequest> {
  demand({ body }: JudgedCall<PaymentSettingsRequest>): Promise<ApprovalDemand> {
    const summary = { action: 'automatic_limit', amount: body.automatic_limit } as const;
    return Promise.resolve({ summary, onDemand: true });
  }
}
