import { Injectable } from '@nestjs/common';
import { toMinor } from '@bank/contracts/money';
import type { PaymentCall } from '@bank/contracts/payment-orders';
import { demandOf } from '../../people/approvals/exemptions';
import { Database } from '../../platform/database/database';
import type { ApprovalSummary } from '@bank/contracts/call-approvals';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { AddressBookService } from '../payees/address-book.service';

type Entry = Awaited<ReturnType<AddressBookService['find']>>;

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
    const { amount, currency } = body;
    const entry = await this.entryOf(context.actor.userId, body);
    const facts = {
      currency,
      amount: toMinor(amount, currency),
      isTrusted: entry?.trusted ?? false,
      isSeries: false,
    };
    return demandOf(facts, summaryOf(body, entry));
  }

  /** Asked by a rule that challenges, also for a trusted payee: no exemption goes before it. */
  override async challenge({ context, body }: JudgedCall<PaymentCall>): Promise<ApprovalDemand> {
    return { summary: summaryOf(body, await this.entryOf(context.actor.userId, body)) };
  }

  private entryOf(userId: number, { beneficiary_id: id, recipient_account: account = '' }: PaymentCall) {
    return this.addressBook.find(this.database, userId, id ?? account);
  }
}

/** To an entry that the call names, the payment goes under the name and to the account that are stored. */
function summaryOf(body: PaymentCall, entry: Entry): ApprovalSummary {
  const { amount, currency, recipient_name, recipient_account } = body;
  const named = body.beneficiary_id === undefined ? undefined : entry;
  return {
    action: 'payment',
    amount,
    currency,
    payee: named?.name ?? recipient_name ?? '',
    account: named?.account ?? recipient_account ?? '',
  };
}
