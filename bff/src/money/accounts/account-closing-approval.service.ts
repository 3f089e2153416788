import { Injectable } from '@nestjs/common';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { OwnAccountsService } from './own-accounts.service';

@Injectable()
export class AccountClosingApproval extends ApprovalRule {
  constructor(private readonly accounts: OwnAccountsService) {
    super();
  }

  demand({ context, parameters }: JudgedCall): Promise<ApprovalDemand> {
    const closed = async () => {
      const { currency, iban } = await this.accounts.one(context.actor.userId, Number(parameters.id));
      return { action: 'account_closed', detail: `${inGroupsOfFour(iban)} (${currency})` } as const;
    };
    return Promise.resolve({ summary: closed });
  }
}
