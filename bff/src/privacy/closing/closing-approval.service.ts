import { Injectable } from '@nestjs/common';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { ClosingRequest } from '@bank/contracts/closings';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { privacyTexts } from '../retention/privacy-texts';

/** Always: the caller chooses where the balance goes. */
@Injectable()
export class ClosingApproval extends ApprovalRule<ClosingRequest> {
  demand({ context, body }: JudgedCall<ClosingRequest>): Promise<ApprovalDemand> {
    const { iban } = body;
    const t = privacyTexts(context.language);
    const detail = iban === undefined ? '' : t('closing.detail', { iban: inGroupsOfFour(iban) });
    return Promise.resolve({ summary: { action: 'relation_closed', detail } });
  }
}
