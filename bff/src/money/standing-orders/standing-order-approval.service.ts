import { Injectable } from '@nestjs/common';
import { toMinor } from '@bank/contracts/money';
import type { StandingOrderRequest } from '@bank/contracts/standing-orders';
import { demandOf } from '../../people/approvals/exemptions';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { AddressBookService } from '../payees/address-book.service';
import { CustomerNamesService } from '../payees/customer-names.service';

/**
 * Making or changing a series to an account elsewhere always needs an approval, its runs never (article 14 of the
 * regulation); one to another customer only from whom has enrolled a factor, as a single transfer.
 */
@Injectable()
export class StandingOrderApproval extends ApprovalRule<StandingOrderRequest> {
  constructor(
    private readonly database: Database,
    private readonly addressBook: AddressBookService,
    private readonly names: CustomerNamesService,
  ) {
    super();
  }

  async demand({ context, body }: JudgedCall<StandingOrderRequest>): Promise<ApprovalDemand | undefined> {
    const { userId, hasFactor } = context.actor;
    const { amount, beneficiary_id: beneficiary, recipient_id: recipient } = body;
    if (beneficiary === undefined && !hasFactor) return undefined;
    const order = { action: 'standing_order', amount, currency: 'EUR' } as const;
    return demandOf(
      { currency: 'EUR', amount: toMinor(amount), isTrusted: false, isSeries: true },
      async () => {
        if (beneficiary === undefined) {
          return { ...order, payee: await this.names.shown(userId, recipient ?? 0) };
        }
        const entry = await this.addressBook.find(this.database, userId, beneficiary);
        return { ...order, payee: entry?.name ?? '', account: entry?.account ?? '' };
      },
    );
  }
}
