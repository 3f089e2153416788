import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CaseDecision, CaseWay } from '@bank/contracts/cases';
import type { Connection, Transaction } from '../../platform/database/database';
import type { LockedCase } from '../../people/cases/cases.sql';
import { RuleCases } from '../../people/rules/rule-cases.service';
import { type CaseHandler, CaseHandlers } from '../../people/cases/case-handlers.service';

const isPending = `
  SELECT 1 FROM case_links l JOIN payments p ON p.id = l.target_id AND p.stage = 'awaiting_approval'
  WHERE l.case_id = ? AND l.type = 'payment' LIMIT 1`;

/** Cases about a held payment end with the decision about it, in the payment centre; others are decided by words. */
@Injectable()
export class PaymentHoldCases implements OnModuleInit, CaseHandler {
  constructor(
    private readonly handlers: CaseHandlers,
    private readonly rules: RuleCases,
  ) {}

  onModuleInit(): void {
    this.handlers.register('hold', this);
  }

  async way(connection: Connection, caseId: number): Promise<CaseWay> {
    return (await connection.exists(isPending, [caseId])) ? 'elsewhere' : 'words';
  }

  /** A payment held by a rule may be repeated once its case is accepted. */
  async decided(tx: Transaction, { id }: LockedCase, decision: CaseDecision): Promise<undefined> {
    await this.rules.turnOut(tx, id, decision);
    return undefined;
  }
}
