import { Injectable } from '@nestjs/common';
import type { ApprovalSummary } from '@bank/contracts/call-approvals';
import type { Language } from '@bank/contracts/language';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { numberText } from '../approvals/number-text';
import * as rows from './approvals.sql';

/** Deciding about a colleague's request: by its number, who asked, about whom, and the new balance if there is one. */
@Injectable()
export class DecisionApproval extends ApprovalRule<{ reason?: string } | undefined> {
  constructor(private readonly database: Database) {
    super();
  }

  demand({
    context,
    body,
    parameters,
  }: JudgedCall<{ reason?: string } | undefined>): Promise<ApprovalDemand> {
    const action = body?.reason === undefined ? 'staff_approve' : 'staff_refuse';
    const summary = async () =>
      ({ action, ...(await this.named(Number(parameters.id), context.language)) }) as const;
    return Promise.resolve({ summary, onDemand: true });
  }

  private async named(id: number, language: Language): Promise<Pick<ApprovalSummary, 'detail' | 'amount'>> {
    const row = await this.database.found(rows.namedRow, `${rows.namedApprovals} WHERE s.id = ?`, [id]);
    const { changes } = row.payload;
    const balance = changes.find(({ field }) => field === 'balance')?.to;
    const detail = [numberText(id, language), row.requester, row.subject].filter(Boolean).join(' · ');
    return { detail, ...(typeof balance === 'number' && { amount: balance }) };
  }
}
