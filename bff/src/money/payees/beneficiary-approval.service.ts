import { Injectable } from '@nestjs/common';
import type { AddBeneficiaryRequest } from '@bank/contracts/payees';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';

/** Adding to the address book, whose entries are trusted from then on (article 13 of the regulation). */
@Injectable()
export class BeneficiaryApproval extends ApprovalRule<AddBeneficiaryRequest> {
  demand({ body: { name, account } }: JudgedCall<AddBeneficiaryRequest>): Promise<ApprovalDemand> {
    const number = typeof account === 'string' ? account : `${account.bic} ${account.account_number}`;
    return Promise.resolve({ summary: { action: 'beneficiary', payee: name, account: number } });
  }
}
