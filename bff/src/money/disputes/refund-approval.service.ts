import { Injectable } from '@nestjs/common';
import type { CaseRefundRequest } from '@bank/contracts/cases';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';

const selectCase = `
  SELECT c.reference, CONCAT_WS(' ', u.first_name, u.last_name) AS customer FROM cases c JOIN users u ON u.id = c.user_id
  WHERE c.id = ?`;
const caseRow = rowOf({ reference: text, customer: text });

/** Refunding a disputed transaction, or taking that back: by the case and its customer. */
@Injectable()
export class RefundApproval extends ApprovalRule<CaseRefundRequest> {
  constructor(private readonly database: Database) {
    super();
  }

  demand({ parameters }: JudgedCall<CaseRefundRequest>): Promise<ApprovalDemand> {
    const summary = async () => {
      const found = await this.database.found(caseRow, selectCase, [Number(parameters.id)]);
      return { action: 'refund', payee: found.customer, detail: found.reference } as const;
    };
    return Promise.resolve({ summary, onDemand: true });
  }
}
