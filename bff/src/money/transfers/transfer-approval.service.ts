import { Injectable } from '@nestjs/common';
import type { ApprovalSummary } from '@bank/contracts/call-approvals';
import { toMinor } from '@bank/contracts/money';
import type { TransferRequest } from '@bank/contracts/transfers';
import { demandOf } from '../../people/approvals/exemptions';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { CustomerNamesService } from '../payees/customer-names.service';

/** Transfers to other customers need one only from whom has enrolled a factor (the bank and the world, section 4). */
@Injectable()
export class TransferApproval extends ApprovalRule<TransferRequest> {
  constructor(private readonly names: CustomerNamesService) {
    super();
  }

  async demand({ context, body }: JudgedCall<TransferRequest>): Promise<ApprovalDemand | undefined> {
    const { actor } = context;
    if (!actor.hasFactor) return undefined;
    const facts = { currency: 'EUR', amount: toMinor(body.amount), isTrusted: false, isSeries: false };
    return demandOf(facts, () => this.summary(actor.userId, body));
  }

  /** Asked of anybody by a rule that challenges. */
  override challenge({ context, body }: JudgedCall<TransferRequest>): Promise<ApprovalDemand> {
    return Promise.resolve({ summary: () => this.summary(context.actor.userId, body) });
  }

  private async summary(
    userId: number,
    { amount, recipient_id: recipient }: TransferRequest,
  ): Promise<ApprovalSummary> {
    const payee = await this.names.shown(userId, recipient);
    return { action: 'transfer', amount, currency: 'EUR', payee };
  }
}
