import { Injectable } from '@nestjs/common';
import type { EnableTwoFactorRequest } from '@bank/contracts/settings';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { TwoFactorService } from './two-factor.service';

/** The first factor, unless the password was given with the call or the set-up. */
@Injectable()
export class FactorApproval extends ApprovalRule<EnableTwoFactorRequest> {
  constructor(private readonly twoFactor: TwoFactorService) {
    super();
  }

  async demand({ context, body }: JudgedCall<EnableTwoFactorRequest>): Promise<ApprovalDemand | undefined> {
    const isGiven = (body.currentPassword ?? body.password) !== undefined;
    if (isGiven || (await this.twoFactor.isSetUpProven(context.actor.userId))) return undefined;
    return { summary: { action: 'factor_on', detail: 'TOTP' } };
  }
}
