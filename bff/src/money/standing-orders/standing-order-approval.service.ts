import { Injectable } from '@nestjs/common';
import type { ApprovalSummary } from '@bank/contracts/call-approvals';
import { toMinor } from '@bank/contracts/money';
import type { StandingOrderRequest } from '@bank/contracts/standing-orders';
import { demandOf } from '../../people/approvals/exemptions';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { AddressBookService } from '../payees/address-book.service';
import { CustomerNamesService } from '../payees/customer-names.service';
import { TransfersService } from '../transfers/transfers.service';

/**
 * Making or changing a series to an account elsewhere always needs an approval, its runs never (article 14 of the
 * regulation); one to another customer only from whom has enrolled a factor, as a single transfer, or where a rule would
 * challenge its first run if that were now.
 */
@Injectable()
export class StandingOrderApproval extends ApprovalRule<StandingOrderRequest> {
  constructor(
    private readonly database: Database,
    private readonly addressBook: AddressBookService,
    private readonly names: CustomerNamesService,
    private readonly transfers: TransfersService,
  ) {
    super();
  }

  async demand(call: JudgedCall<StandingOrderRequest>): Promise<ApprovalDemand | undefined> {
    const { context, body } = call;
    const { userId, hasFactor } = context.actor;
    const { amount, recipient_id: recipient } = body;
    const isAsked =
      recipient === undefined || hasFactor || (await this.isChallenged(userId, recipient, amount));
    if (!isAsked) return undefined;
    const facts = { currency: 'EUR', amount: toMinor(amount), isTrusted: false, isSeries: true };
    return demandOf(facts, () => this.summary(userId, body));
  }

  /** Of a call with the approval that a rule asked for, whether or not it asks for it still. */
  override challenge({ context, body }: JudgedCall<StandingOrderRequest>): Promise<ApprovalDemand> {
    return Promise.resolve({ summary: () => this.summary(context.actor.userId, body) });
  }

  private isChallenged(userId: number, recipient: number, amount: number): Promise<boolean> {
    if (recipient === userId) return Promise.resolve(false);
    const request = { recipient_id: recipient, amount };
    return this.database.transaction((tx) => this.transfers.wouldBeChallenged(tx, userId, request));
  }

  private async summary(
    userId: number,
    { amount, beneficiary_id: beneficiary, recipient_id: recipient }: StandingOrderRequest,
  ): Promise<ApprovalSummary> {
    const order = { action: 'standing_order', amount, currency: 'EUR' } as const;
    if (beneficiary === undefined) {
      return { ...order, payee: await this.names.shown(userId, recipient ?? 0) };
    }
    const entry = await this.addressBook.find(this.database, userId, beneficiary);
    return { ...order, payee: entry?.name ?? '', account: entry?.account ?? '' };
  }
}
