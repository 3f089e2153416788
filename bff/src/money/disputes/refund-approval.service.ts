import { Injectable } from '@nestjs/common';
import type { CaseRefund, CaseRefundRequest } from '@bank/contracts/cases';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { RefundsService } from './refunds.service';

const selectCase = `
  SELECT c.reference, c.user_id AS userId, CONCAT_WS(' ', u.first_name, u.last_name) AS customer FROM cases c JOIN users u ON u.id = c.user_id
  WHERE c.id = ?`;
const caseRow = rowOf({ reference: text, userId: whole, customer: text });

/** Refunding a disputed transaction, or taking that back: how much, of which case, and its customer. */
@Injectable()
export class RefundApproval extends ApprovalRule<CaseRefundRequest> {
  constructor(
    private readonly database: Database,
    private readonly refunds: RefundsService,
  ) {
    super();
  }

  demand({ body, parameters }: JudgedCall<CaseRefundRequest>): Promise<ApprovalDemand> {
    const summary = async () => {
      const id = Number(parameters.id);
      const { reference, userId, customer } = await this.database.found(caseRow, selectCase, [id]);
      const about = { payee: customer, user_id: userId, detail: reference };
      const refund = await this.refunds.of(this.database, id);
      const action = body.act === 'pay' ? ('refund' as const) : ('refund_back' as const);
      return { action, ...about, ...(refund && leftOf(refund)) };
    };
    return Promise.resolve({ summary, onDemand: true });
  }
}

const leftOf = ({ amount, recovered, currency }: CaseRefund) => ({
  amount: toDecimal(toMinor(amount, currency) - toMinor(recovered, currency), currency),
  currency,
});
