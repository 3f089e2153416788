import { Injectable } from '@nestjs/common';
import type { EnableTwoFactorRequest } from '@bank/contracts/settings';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { SecondFactors } from './second-factors.service';
import { SessionsService } from './sessions.service';
import { TwoFactorService } from './two-factor.service';

const factorNames = { fr: 'application d’authentification', en: 'authenticator app' };

/** The first factor, unless the password was given with the call, the set-up or lately; another one in any case. */
@Injectable()
export class FactorApproval extends ApprovalRule<EnableTwoFactorRequest> {
  constructor(
    private readonly twoFactor: TwoFactorService,
    private readonly factors: SecondFactors,
    private readonly sessions: SessionsService,
    private readonly database: Database,
  ) {
    super();
  }

  async demand({ context, body }: JudgedCall<EnableTwoFactorRequest>): Promise<ApprovalDemand | undefined> {
    const { userId } = context.actor;
    const isGiven = (body.currentPassword ?? body.password) !== undefined;
    const isProven = isGiven || (await this.twoFactor.isSetUpProven(userId));
    // Knowing the password alone must not suffice to bypass the passkey by adding a second factor.
    if (isProven && !(await this.factors.has(this.database, userId))) return undefined;
    const isJustProven = await this.sessions.hasJustProven(context.actor);
    return { summary: { action: 'factor_on', detail: factorNames[context.language] }, isJustProven };
  }
}
