import { Injectable } from '@nestjs/common';
import { toMinor } from '@bank/contracts/money';
import type { PaymentCall } from '@bank/contracts/payment-orders';
import { demandOf } from '../../people/approvals/exemptions';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { AddressBookService } from '../payees/address-book.service';

/** Payments to other banks, also those planned for a later day: the order is what the person initiates. */
@Injectable()
export class PaymentApproval extends ApprovalRule<PaymentCall> {
  constructor(
    private readonly database: Database,
    private readonly addressBook: AddressBookService,
  ) {
    super();
  }

  async demand({ context, body }: JudgedCall<PaymentCall>): Promise<ApprovalDemand | undefined> {
    const { amount, currency, recipient_name, recipient_account } = body;
    const wanted = body.beneficiary_id ?? recipient_account ?? '';
    const entry = await this.addressBook.find(this.database, context.actor.userId, wanted);
    // To an entry that the call names, the payment goes under the name and to the account that are stored.
    const named = body.beneficiary_id === undefined ? undefined : entry;
    return demandOf(
      { currency, amount: toMinor(amount, currency), isTrusted: entry?.trusted ?? false, isSeries: false },
      {
        action: 'payment',
        amount,
        currency,
        payee: named?.name ?? recipient_name ?? '',
        account: named?.account ?? recipient_account ?? '',
      },
    );
  }
}
