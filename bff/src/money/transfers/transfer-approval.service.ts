import { Injectable } from '@nestjs/common';
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
    const { amount, recipient_id: recipient } = body;
    return demandOf(
      { currency: 'EUR', amount: toMinor(amount), isTrusted: false, isSeries: false },
      async () => ({
        action: 'transfer',
        amount,
        currency: 'EUR',
        payee: await this.names.shown(actor.userId, recipient),
      }),
    );
  }
}
