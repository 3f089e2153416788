import { Injectable } from '@nestjs/common';
import type { PasskeyOptionsRequest } from '@bank/contracts/passkeys';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import type { RequestContext } from '../../platform/http/request-context';
import { SecondFactors } from '../auth/second-factors.service';
import { SessionsService } from '../auth/sessions.service';

const names = { fr: 'clé d’accès', en: 'passkey' };

/** The ceremony of the options: for a signed-in person registration, unless they ask to authenticate. */
export const ceremonyOf = ({ ceremony }: PasskeyOptionsRequest, { isSignedIn }: RequestContext) =>
  ceremony ?? (isSignedIn ? 'registration' : 'authentication');

/** Adding a passkey: a stolen session must not add a key of its own, and one that was just opened has proved enough. */
@Injectable()
export class PasskeyEnrolment extends ApprovalRule<PasskeyOptionsRequest> {
  constructor(
    private readonly factors: SecondFactors,
    private readonly sessions: SessionsService,
  ) {
    super();
  }

  async demand({ context, body }: JudgedCall<PasskeyOptionsRequest>): Promise<ApprovalDemand | undefined> {
    const isRegistered = context.isSignedIn && ceremonyOf(body, context) === 'registration';
    // The call itself refuses these.
    if (!isRegistered || (await this.factors.isWeak(context.actor))) return undefined;
    const isJustProven = await this.sessions.hasJustProvenAll(context.actor);
    return { summary: { action: 'factor_on', detail: names[context.language] }, isJustProven };
  }
}
