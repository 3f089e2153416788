import { Injectable } from '@nestjs/common';
import type { NewMessageRequest } from '@bank/contracts/customer-messages';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';

/** Asking a second administrator to send a message to customers. */
@Injectable()
export class MessageApproval extends ApprovalRule<NewMessageRequest> {
  demand({ context, body }: JudgedCall<NewMessageRequest>): Promise<ApprovalDemand> {
    const detail = context.language === 'fr' ? body.title_fr : body.title_en;
    return Promise.resolve({ summary: { action: 'customer_message', detail }, onDemand: true });
  }
}
